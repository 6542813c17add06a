import Foundation
import ORM
import Testing

@Table("termSong")
struct TermSong {
  let id: Int
  var title: String
  var year: Int

  #Index<TermSong>(terms: "lower(title)", "year DESC", name: "song by title")
  #Index<TermSong>(
    terms: #""title" COLLATE NOCASE"#, unique: true, where: "year > 1984", name: "late")
}

@Table("textTrigger")
struct TextTriggerRow: Equatable {
  let id: Int
  var title: String
  var triggers = 0

  static let triggers: [Trigger] = [
    Trigger(
      "added", after: .insert(TextTriggerRow.self),
      action: "BEGIN INSERT INTO note VALUES ('added ' || new.title); END"),
    Trigger(
      "moved", before: .update(TextTriggerRow.self, of: \.title, \.triggers),
      action: """
        WHEN new.title <> old.title
        BEGIN INSERT INTO note VALUES (old.title || ' > ' || new.title); END
        """),
  ]
}

@Selection
struct TextTriggerTitle: DatabaseView {
  let title: String

  static var definition: some SelectStatement<TextTriggerTitle> {
    TextTriggerRow.select { TextTriggerTitle.select(title: $0.title) }
  }

  static let triggers = [
    Trigger(
      "gone", insteadOf: .delete(TextTriggerTitle.self),
      action: "BEGIN DELETE FROM textTrigger WHERE title = old.title; END")
  ]
}

@Suite("Indexes and triggers in raw SQL")
struct TermIndexTests {
  @Test("An index of terms has the terms as they are written")
  func statements() {
    #expect(
      TermSong.schema.createStatements().dropFirst() == [
        #"CREATE INDEX "song by title" ON "termSong" (lower(title), year DESC)"#,
        #"CREATE UNIQUE INDEX "late" ON "termSong" ("title" COLLATE NOCASE) WHERE year > 1984"#,
      ])
  }

  @Test("SQLite uses an index of terms, and verify accepts it")
  func used() async throws {
    let db = try Database.inMemory()
    try await db.create(TermSong.self)
    try await db.create(TermSong.self)
    try await db.verify(Schema(of: TermSong.self))
    #expect(Schema(of: TermSong.self).changes(from: try await db.schema()).isEmpty)
    let plan = try await db.fetch(
      Row.self,
      sql: "EXPLAIN QUERY PLAN SELECT id FROM termSong WHERE lower(title) = 'x' ORDER BY year DESC")
    let steps = try plan.map { try $0[3, as: String.self] }
    #expect(steps.joined().contains("INDEX song by title"), "\(steps)")
    try await db.insert(TermSong(id: 1, title: "Flow", year: 2000))
    await #expect(throws: DatabaseError.self) {
      try await db.insert(TermSong(id: 2, title: "FLOW", year: 2000))
    }
    try await db.insert(TermSong(id: 3, title: "flow", year: 1984))
  }

  @Test("A schema in JSON keeps index terms, and JSON without terms is still decoded")
  func coding() throws {
    let coded = try JSONEncoder().encode(TermSong.schema)
    #expect(try JSONDecoder().decode(TableSchema.self, from: coded) == TermSong.schema)
    let old = #"{"name": "i", "columns": ["a"], "isUnique": true}"#
    let index = try JSONDecoder().decode(IndexSchema.self, from: Data(old.utf8))
    #expect(index == IndexSchema("i", columns: ["a"], isUnique: true))
    #expect(index != IndexSchema("i", terms: ["a"], isUnique: true))
  }

  @Test("A trigger in raw SQL runs for its event and columns")
  func triggers() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE note (text TEXT)")
    try await db.create(TextTriggerRow.self, TextTriggerTitle.self)
    try await db.insert(TextTriggerRow(id: 1, title: "a"))
    try await db.update(TextTriggerRow(id: 1, title: "a", triggers: 2))
    try await db.update(TextTriggerRow(id: 1, title: "b"))
    try await db.execute("DELETE FROM textTriggerTitle WHERE title = 'b'")
    #expect(
      try await db.fetch(String.self, sql: "SELECT text FROM note") == ["added a", "a > b"])
    #expect(try await db.count(TextTriggerRow.all) == 0)
    let declared = Schema(of: TextTriggerRow.self, TextTriggerTitle.self)
    #expect(declared.triggers == (try await db.schema()).triggers)
    #expect(declared.triggers.map(\.columns) == [[], [], ["title", "triggers"]])
  }

  @Test("create refuses a trigger whose raw SQL is invalid or names a missing column")
  func refused() async throws {
    let db = try Database.inMemory()
    try await db.create(TermSong.self)
    for action in [
      "", "BEGIN END", "BEGIN SELECT none FROM termSong; END", "BEGIN SELECT 1; END; x",
    ] {
      await #expect(throws: DatabaseError.self, "\(action)") {
        try await db.create(Trigger("t", after: .insert(TermSong.self), action: action))
      }
      #expect(try await db.schema().triggers.isEmpty)
    }
  }
}
