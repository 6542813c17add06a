import ORM
import Testing

// Items on shelves, with a unique column, a unique index over two, and one over some rows.

@Table("shelf")
struct StockShelf: Hashable {
  let id: Int
  @Column(unique: true) var name: String
  var capacity: Int?
}

@Table("item")
struct StockItem: Hashable {
  let id: Int
  @Column(unique: true) var code: String
  @Column(references: StockShelf.self) var shelfID: Int
  var place: Int
  var count: Int = 0
  var note: String?
  var isHidden: Bool = false
  #UniqueIndex<StockItem>(\.shelfID, \.place)
  #UniqueIndex<StockItem>(\.note, where: "count > 100")
}

@Selection
struct StockLine: Hashable {
  let shelf: Int
  let items: Int
}

enum Stock {
  static let shelves = [
    StockShelf(id: 1, name: "A", capacity: 10), StockShelf(id: 2, name: "B", capacity: nil),
    StockShelf(id: 3, name: "C", capacity: 0),
  ]

  static let bolt = StockItem(id: 1, code: "bolt", shelfID: 1, place: 1, count: 5)
  static let nut = StockItem(id: 2, code: "nut", shelfID: 1, place: 2, note: "small")
  static let rod = StockItem(id: 3, code: "rod", shelfID: 2, place: 1, count: 7, note: "long")
  static let items = [bolt, nut, rod]

  /// The columns as an insert names them, and as a fetch does.
  static let written = #""code", "shelfID", "place", "count", "note", "isHidden", "id""#
  static let fetched = #""id", "code", "shelfID", "place", "count", "note", "isHidden""#

  /// The number of items on each shelf.
  static let counts = StockItem.group { $0.shelfID }
    .select { StockLine.select(shelf: $0.shelfID, items: $0.count()) }

  static func database() async throws -> Database {
    let database = try Database.inMemory()
    try await database.create(StockShelf.self, StockItem.self)
    try await database.insert(shelves)
    try await database.insert(items)
    return database
  }
}

/// Expects the whole text of a write, its arguments, the number of rows that it changes, and the
/// items after it.
///
/// - Parameter change: Changes the items before the write to the items after it.
func expect<Write: WriteStatement>(
  _ write: Write, _ sql: String, _ arguments: [SQLValue] = [], changes: Int,
  sourceLocation: SourceLocation = #_sourceLocation, leaves change: (inout [StockItem]) -> Void
) async throws {
  let statement = try write.statement()
  #expect(statement.sql == sql, sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  let db = try await Stock.database()
  let changed = try await db.run(write)
  #expect(changed == changes, sourceLocation: sourceLocation)
  var expected = Stock.items
  change(&expected)
  let items = try await db.fetch(StockItem.order { $0.id })
  #expect(items == expected, sourceLocation: sourceLocation)
}

/// Expects the whole text of a write, its arguments, and the rows that it returns.
func expect<T, Result: SelectResult>(
  _ write: Returning<T, Result>, _ sql: String, _ arguments: [SQLValue] = [],
  rows: [Result.Output], sourceLocation: SourceLocation = #_sourceLocation
) async throws where Result.Output: Equatable {
  let found = try await rowsOf(write, sql, arguments, sourceLocation)
  #expect(found == rows, sourceLocation: sourceLocation)
}

/// Expects the whole text of a write, its arguments, and the rows that it returns.
func expect<T, Result: SelectResult, A: Equatable, B: Equatable>(
  _ write: Returning<T, Result>, _ sql: String, _ arguments: [SQLValue] = [], rows: [(A, B)],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws where Result.Output == (A, B) {
  let found = try await rowsOf(write, sql, arguments, sourceLocation)
  let isExpected = found.elementsEqual(rows, by: ==)
  #expect(isExpected, "\(found)", sourceLocation: sourceLocation)
}

private func rowsOf<T, Result: SelectResult>(
  _ write: Returning<T, Result>, _ sql: String, _ arguments: [SQLValue],
  _ sourceLocation: SourceLocation
) async throws -> [Result.Output] {
  let statement = try write.statement()
  #expect(statement.sql == sql, sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  return try await Stock.database().fetch(write)
}
