public import ORM

/// A key that the database gives, and a public draft.
@Table("shelves")
public struct Shelf: Identifiable, Sendable, Hashable {
  public let id: Int
  public var room: String
  public var capacity = 40

  public init(id: Int, room: String, capacity: Int = 40) {
    self.id = id
    self.room = room
    self.capacity = capacity
  }
}

/// An optional key, a reference, an enum of the module and a column that others can't set.
@Table
public struct Book: Identifiable, Hashable {
  public var id: Int?
  public var title: String
  @Column(references: Shelf.self, onDelete: .setNull) public var shelfID: Int?
  public var state: BookState = .there
  public private(set) var loans = 0

  public init(id: Int? = nil, title: String, shelfID: Int? = nil) {
    self.id = id
    self.title = title
    self.shelfID = shelfID
  }

  public mutating func lend() {
    state = .lent
    loans += 1
  }
}

public enum BookState: String, ColumnValue { case there, lent, lost }

/// A key of two columns.
@Table
public struct Placement: Equatable {
  @Column(primaryKey: true) public let shelfID: Int
  @Column(primaryKey: true) public let place: Int
  public var bookID: Int?

  public init(shelfID: Int, place: Int, bookID: Int? = nil) {
    self.shelfID = shelfID
    self.place = place
    self.bookID = bookID
  }
}

/// No key.
@Table
public struct Visit: Equatable {
  public var day: Int
  public var count: Int

  public init(day: Int, count: Int) {
    self.day = day
    self.count = count
  }
}
