import ORM
import PublicTables
import Testing

@Suite("Public tables of another module")
struct PublicTableTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Shelf.self, Book.self, Placement.self, Visit.self)
  }

  @Test("are inserted by draft, found, changed and deleted")
  func verbs() async throws {
    let shelf = try await db.insert(Shelf.Draft(room: "Attic"))
    #expect(shelf == Shelf(id: 1, room: "Attic", capacity: 40))
    var book = try await db.insert(Book(title: "Emma", shelfID: shelf.id))
    book.lend()
    try await db.update(book)
    #expect(try await db.fetch(Book.self, where: { $0.state == .lent && $0.loans > 0 }) == [book])
    let partial = try await db.insert(Book.self) { $0.title = "Persuasion" }
    #expect(partial.state == .there)
    #expect(try await db.find(Book.self, 2) == partial)
    #expect(try await db.delete(shelf))
    #expect(try await db.refresh(book).shelfID == nil)
  }

  @Test("have keys of two columns, or none")
  func otherKeys() async throws {
    let placement = try await db.save(Placement(shelfID: 1, place: 2))
    #expect(try await db.find(Placement.self, (1, 2)) == placement)
    try await db.insert([Visit(day: 1, count: 3), Visit(day: 2, count: 4)])
    #expect(try await db.count(Visit.self, where: { $0.count > 3 }) == 1)
  }

  @Test("say their SQL")
  func statements() {
    #expect(Shelf.selectSQL == #"SELECT "id", "room", "capacity" FROM "shelves""#)
    #expect(Placement.primaryKeyColumns == ["shelfID", "place"])
    #expect(Book.columns.shelfID.name == "shelfID")
    #expect(Visit.schema.primaryKey.isEmpty)
  }

  /// What an app writes over any table.
  func copy<T: KeyedTable & Equatable>(_ rows: [T], to other: Database) async throws -> [T] {
    try await other.create(T.self)
    return try await other.insert(rows)
  }

  @Test("are passed to generic code")
  func generic() async throws {
    let shelves = try await db.insert([Shelf.Draft(room: "A"), Shelf.Draft(room: "B")])
    #expect(try await copy(shelves, to: .inMemory()) == shelves)
  }
}
