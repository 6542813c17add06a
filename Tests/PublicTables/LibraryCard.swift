public import Foundation
public import ORM

// Tables without an initializer of their own: they get a public one.

/// What only this module names stands in defaults, and what only this module sees has one.
@Table
public struct LibraryCard: Identifiable, Hashable {
  public var id: Int?
  public let title: String
  public var state: CardState = .first
  public var created: Date = Date(timeIntervalSinceReferenceDate: firstSecond)
  public var tag = "none", weight: Double = LibraryCard.lightest
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
  public static func lent(to owner: String) -> LibraryCard {
    LibraryCard(title: "lent", owner: owner)
  }
}

/// A draft's defaults are as hidden.
@Table
public struct Scanner: Identifiable, Hashable {
  public let id: Int
  public var state: CardState = .first
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
public struct CardLine: Equatable {
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

public enum CardState: String, ColumnValue {
  case open, closed
  static let first = CardState.open
}

extension String {
  static let usual = "usual"
}

private let usualFlag = "usual"
private let firstSecond = 1.0
private let usualRow = 7
