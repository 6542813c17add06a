import ORM
import Testing

@testable import ORMCore

@Table(#"art"ist"#)
private struct Painter {
  @Column(primaryKey: true) var id: Int?
  @Column(unique: true, collate: .noCase) var name: String
  @Column("café", index: true) var place = "it's"
}

@Table(strict: false)
private struct Painting {
  @Column(primaryKey: true, autoincrement: true) var id: Int?
  @Column(references: Painter.self, onDelete: .cascade) var painter: Int
  @Column(check: "year > 0 AND year <> ')'") var year: Int?
  @Column(generated: .stored("upper(year)")) var heading: String?

  static let triggers = [
    Trigger("log it", after: .delete(Painting.self)) { old in
      Painter.where { $0.id == old.painter }.update { $0.place = "gone; END" }
    }
  ]
}

@Table
private struct Silent {
  var id: Int?

  static let triggers = [
    Trigger("says nothing", after: .delete(Silent.self)) { _ in }
  ]
}

@Selection private struct PaintingYear: Equatable { let year: Int? }

extension PaintingYear: DatabaseView {
  static var definition: some SelectStatement<PaintingYear> {
    Painting.where { $0.id > 3 }.select { PaintingYear.select(year: $0.year) }
  }
}

@Suite("The schema of a database")
struct ReadSchemaTests {
  @Test("The schema read from a database equals the schema of its structs")
  func created() async throws {
    let db = try Database.inMemory()
    try await db.create(Painter.self, Painting.self, PaintingYear.self)
    let schema = Schema(of: Painter.self, Painting.self, PaintingYear.self)
    #expect(schema.unreadable.isEmpty)
    #expect(schema.tables.count == 2 && schema.indexes.count == 1)
    #expect(schema.views.count == 1 && schema.triggers.count == 1)
    #expect(try await db.schema() == schema)
    #expect(try await db.schema().changes(from: schema).isEmpty)
    try await db.verify(schema)
  }

  @Test("The SQL of a schema creates an equal schema")
  func printed() async throws {
    let schema = Schema(of: Painter.self, Painting.self, PaintingYear.self)
    let db = try Database.inMemory()
    for statement in schema.statements { try await db.execute("\(raw: statement)") }
    #expect(try await db.schema().statements == schema.statements)
    #expect(schema.changes(from: try await db.schema()).isEmpty)
    try await db.create(Painter.self, Painting.self, PaintingYear.self)
  }

  @Test("verify throws an error that lists the changes that are needed")
  func mismatch() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      #"CREATE TABLE "art""ist" (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE nocase, more)"#
    )
    let schema = Schema(of: Painter.self)
    let error = await #expect(throws: SchemaMismatchError.self) { try await db.verify(schema) }
    #expect(
      error?.changes.map(\.description) == [
        #"art"ist: column café is added"#, #"art"ist_café_index: the index is added"#,
      ])
    #expect(
      error?.description == """
        the database does not match the schema:
        - art"ist: column café is added
        - art"ist_café_index: the index is added
        """)
    try await db.execute(#"DROP TABLE "art""ist""#)
    try await db.create(Painter.self)
    // Objects that only the database has stay, and are not a mismatch.
    try await db.execute("CREATE TABLE other (a)")
    try await db.execute(#"ALTER TABLE "art""ist" ADD COLUMN more INTEGER"#)
    try await db.verify(schema)
  }

  @Test(
    "schema() reads in a transaction or a read, and leaves out temporary tables")
  func connections() async throws {
    let db = try Database.inMemory()
    try await db.create(Painter.self)
    let schema = try await db.transaction { tx in
      try tx.execute("CREATE TABLE inside (a)")
      try tx.execute("CREATE TEMP TABLE outside (a)")
      return try tx.schema()
    }
    #expect(schema.tables.map(\.name) == [#"art"ist"#, "inside"])
    #expect(try await db.read { try $0.schema() } == schema)
    #expect(try await db.schema() == schema)
  }

  @Test("Reading the schema ends if the task is cancelled or its deadline passes")
  func stopped() async throws {
    let db = try Database.inMemory()
    try await db.create(Painter.self)
    await #expect(throws: CancellationError.self) {
      try await Task {
        try await db.read { tx in
          withUnsafeCurrentTask { $0?.cancel() }
          _ = try tx.schema()
        }
      }.value
    }
    await #expect(throws: DeadlineError.self) {
      try await db.within(.zero) { db in try await db.verify(Schema(of: Painter.self)) }
    }
  }

  @Test("A schema names an object that has no SQL")
  func unreadable() throws {
    let schema = Schema(of: Silent.self, Painter.self)
    #expect(schema.tables.count == 2)
    #expect(
      schema.unreadable.map(\.description) == [
        "the trigger says nothing can't be read: the trigger \"says nothing\" has no statement [SQLITE_MISUSE]"
      ])
  }
}
