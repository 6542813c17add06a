public import Foundation
public import ORM

// Tables without an initializer of their own: they get a public one.

/// What only this module names stands in defaults, and what only this module sees has one.
@Table
<<<<<<<< HEAD:Tests/PublicTables/LibraryCard.swift
public struct LibraryCard: Identifiable, Hashable {
  public var id: Int?
  public let title: String
  public var state: CardState = .first
  public var created: Date = Date(timeIntervalSinceReferenceDate: firstSecond)
  public var tag = "none", weight: Double = LibraryCard.lightest
========
public struct Coupon: Identifiable, Hashable {
  public var id: Int?
  public let title: String
  public var state: CouponState = .first
  public var created: Date = Date(timeIntervalSinceReferenceDate: firstSecond)
  public var tag = "none", weight: Double = Coupon.lightest
>>>>>>>> 22291b7 (Hand the file to copy to the connection by its path, and give a test's table a name of its own):Tests/PublicTables/Coupon.swift
  @Column(as: JSON.self) public var notes: [String] = []
  @Column(as: JSON.self) public var flags: [String] = [usualFlag]
  public private(set) var loans = 0
  @Ignored public var isSelected = false
  @Ignored private var cache = usualFlag
  var owner: String?

  static let lightest = 0.5
  public var isHeavy: Bool { weight > 10 }

  public var ownerAndCache: String { "\(owner ?? "nobody") \(cache)" }

  /// The module itself gives what others don't see.
<<<<<<<< HEAD:Tests/PublicTables/LibraryCard.swift
  public static func lent(to owner: String) -> LibraryCard {
    LibraryCard(title: "lent", owner: owner)
========
  public static func lent(to owner: String) -> Coupon {
    Coupon(title: "lent", owner: owner)
>>>>>>>> 22291b7 (Hand the file to copy to the connection by its path, and give a test's table a name of its own):Tests/PublicTables/Coupon.swift
  }
}

/// A draft's defaults are as hidden.
@Table
public struct Scanner: Identifiable, Hashable {
  public let id: Int
<<<<<<<< HEAD:Tests/PublicTables/LibraryCard.swift
  public var state: CardState = .first
========
  public var state: CouponState = .first
>>>>>>>> 22291b7 (Hand the file to copy to the connection by its path, and give a test's table a name of its own):Tests/PublicTables/Coupon.swift
  public var label: String = .usual
  @Ignored public var onChange: @Sendable (Int) -> Void = { _ in }

  public static func == (left: Scanner, right: Scanner) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@Embeddable
public struct ShelfPlace: Hashable {
  public var shelf: Int
  public var row: Int = usualRow
}

@Selection
<<<<<<<< HEAD:Tests/PublicTables/LibraryCard.swift
public struct CardLine: Equatable {
========
public struct CouponLine: Equatable {
>>>>>>>> 22291b7 (Hand the file to copy to the connection by its path, and give a test's table a name of its own):Tests/PublicTables/Coupon.swift
  public let title: String
  public var loans: Int?
}

public enum Archive {
  @Table
  public struct Crate: Equatable {
    public var id: Int?
    public var content: Content = .usual
    @Embedded public var place: ShelfPlace = ShelfPlace(shelf: 1)

    public enum Content: String, ColumnValue {
      case air, books
      static let usual = Content.books
    }
  }
}

@Table
public struct Tagged<Value: ColumnValue & Equatable>: Equatable {
  public var id: Int?
  public var value: Value
  public var note: String = .usual
}

<<<<<<<< HEAD:Tests/PublicTables/LibraryCard.swift
public enum CardState: String, ColumnValue {
  case open, closed
  static let first = CardState.open
========
public enum CouponState: String, ColumnValue {
  case open, closed
  static let first = CouponState.open
>>>>>>>> 22291b7 (Hand the file to copy to the connection by its path, and give a test's table a name of its own):Tests/PublicTables/Coupon.swift
}

extension String {
  static let usual = "usual"
}

private let usualFlag = "usual"
private let firstSecond = 1.0
private let usualRow = 7
