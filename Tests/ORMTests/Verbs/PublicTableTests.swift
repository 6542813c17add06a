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

  @Test("Rows of a public table are inserted, fetched, updated and deleted")
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

  @Test("Public tables can have keys of two columns, or none")
  func otherKeys() async throws {
    let placement = try await db.save(Placement(shelfID: 1, place: 2))
    #expect(try await db.find(Placement.self, (1, 2)) == placement)
    try await db.insert([Visit(day: 1, count: 3), Visit(day: 2, count: 4)])
    #expect(try await db.count(Visit.self, where: { $0.count > 3 }) == 1)
  }

  @Test("Public tables provide their SELECT statement, key columns and schema")
  func statements() {
    #expect(Shelf.selectSQL == #"SELECT "id", "room", "capacity" FROM "shelves""#)
    #expect(Placement.primaryKeyColumns == ["shelfID", "place"])
    #expect(Book.columns.shelfID.name == "shelfID")
    #expect(Visit.schema.primaryKey.isEmpty)
  }

  /// A generic function of an app, for any table.
  func copy<T: KeyedTable & Equatable>(_ rows: [T], to other: Database) async throws -> [T] {
    try await other.create(T.self)
    return try await other.insert(rows)
  }

  @Test("Public tables can be used in generic code")
  func generic() async throws {
    let shelves = try await db.insert([Shelf.Draft(room: "A"), Shelf.Draft(room: "B")])
    #expect(try await copy(shelves, to: .inMemory()) == shelves)
  }
}

@Suite("Generated public initializers")
struct PublicInitializerTests {
  @Test("A public initializer takes public properties, with their module's default values")
  func initializes() {
    let card = LibraryCard(title: "a")
    #expect(card.id == nil && card.state == .open && card.tag == "none")
    #expect(card.created.timeIntervalSinceReferenceDate == 1 && card.weight == 0.5)
    #expect(card.notes.isEmpty && card.flags == ["usual"] && card.loans == 0)
    #expect(card.ownerAndCache == "nobody usual")
    let other = LibraryCard(
      id: 1, title: "b", state: .closed, created: .distantPast, tag: "c", weight: 20,
      notes: ["d"], flags: [], loans: 2, isSelected: true)
    #expect(other.isHeavy && other.isSelected && other.loans == 2 && other.notes == ["d"])
  }

  @Test("The module keeps an initializer that sets its internal properties")
  func initializesInside() {
    #expect(LibraryCard.lent(to: "Ann").ownerAndCache == "Ann usual")
  }

  @Test("Drafts, embeddables, selections, nested and generic structs have public initializers")
  func others() {
    #expect(Scanner.Draft().label == "usual" && Scanner.Draft(label: "a").state == .open)
    #expect(Scanner(id: 1).label == "usual")
    #expect(ShelfPlace(shelf: 1) == ShelfPlace(shelf: 1, row: 7))
    #expect(CardLine(title: "a") == CardLine(title: "a", loans: nil))
    #expect(Archive.Crate().content == .books && Archive.Crate().place == ShelfPlace(shelf: 1))
    #expect(Tagged(value: 1) == Tagged(id: nil, value: 1, note: "usual"))
  }

  @Test("Rows made by a public initializer are inserted and fetched")
  func rows() async throws {
    let db = try Database.inMemory()
    try await db.create(LibraryCard.self, Scanner.self, Archive.Crate.self, Tagged<String>.self)
    let card = try await db.insert(LibraryCard(title: "a", flags: ["b"]))
    #expect(try await db.fetch(LibraryCard.self) == [card])
    let lent = try await db.insert(LibraryCard.lent(to: "Ann"))
    #expect(try await db.find(LibraryCard.self, 2)?.ownerAndCache == "Ann usual" && lent.id == 2)
    let scanner = try await db.insert(Scanner.Draft(label: "c"))
    #expect(try await db.fetch(Scanner.self).map(\.label) == ["c"] && scanner.state == .open)
    let crate = try await db.insert(Archive.Crate(content: .air))
    #expect(try await db.fetch(Archive.Crate.self) == [crate])
    let labeled = try await db.insert(Tagged(value: "d"))
    #expect(try await db.fetch(Tagged<String>.self) == [labeled])
  }
}
