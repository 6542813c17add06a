import ORM

@Table
struct Shelf: Hashable, Sendable {
  let id: Int
  var name: String
}

@Table
struct Book: Hashable, Sendable {
  let id: Int
  @Column(references: Shelf.self, onDelete: .cascade) var shelfID: Int
  var title: String
  var weight: Double
  var cover: [UInt8]
  var note: String?

  #Index<Book>(\.shelfID, \.title)
}

extension Book {
  /// A book that tells by its number what is in it.
  init(number: Int, shelf: Int, coverSize: Int = 300) {
    self.init(
      id: number, shelfID: shelf, title: "Book \(number)", weight: Double(number) / 4,
      cover: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: coverSize),
      note: number.isMultiple(of: 3) ? nil : "bought in \(1_900 + number)")
  }
}

/// All rows of the two tables, in the order of their keys.
struct Shop: Equatable, Sendable {
  var shelves: [Shelf] = []
  var books: [Book] = []

  mutating func add(_ books: [Book]) {
    self.books = (self.books + books).sorted { $0.id < $1.id }
  }

  /// Changes the books of a shelf.
  mutating func changeBooks(on shelf: Int, _ change: (inout Book) -> Void) {
    for index in books.indices where books[index].shelfID == shelf { change(&books[index]) }
  }

  mutating func remove(shelf: Int) {
    shelves.removeAll { $0.id == shelf }
    books.removeAll { $0.shelfID == shelf }
  }

  /// Reads all rows, nil where the tables are not there.
  init?(_ db: isolated Connection) throws {
    let count = try db.value(
      Int.self, sql: "SELECT count(*) FROM sqlite_schema WHERE name IN ('shelf', 'book')")
    guard count == 2 else { return nil }
    shelves = try db.fetch(Shelf.order { $0.id })
    books = try db.fetch(Book.order { $0.id })
  }

  init() {}
}
