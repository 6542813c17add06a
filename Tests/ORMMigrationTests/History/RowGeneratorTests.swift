import Foundation
import ORM
@testable import ORMTesting
import Testing

@Suite("Rows that are generated from a schema")
struct RowGeneratorTests {
  enum Mood: String, CaseIterable, ColumnValue {
    case calm, loud, sad, odd, new
  }

  @Table struct Everything {
    var id: UUID
    var flag: Bool
    var small: Int8
    var large: Int?
    var real: Double
    var float: Float?
    var text: String
    var data: Data
    var date: Date
    @Column(as: UnixSeconds.self) var seconds: Date?
    @Column(as: UnixMilliseconds.self) var milliseconds: Date
    @Column(as: SecondsSince2001.self) var since2001: Date
    @Column(as: JulianDay.self) var julian: Date
    @Column(as: ISO8601.self) var iso: Date
    @Column(as: ISO8601Seconds.self) var isoSeconds: Date
    @Column(as: DateTimeText.self) var dateTime: Date
    @Column(as: DateText.self) var day: Date
    @Column(unique: true, as: UUIDText.self) var uuidText: UUID?
    @Column(as: LowercaseUUIDText.self) var lowercase: UUID
    var decimal: Decimal
    var link: URL
    var mood: Mood
    @Column(as: JSON.self) var tags: [String: Int]?
  }

  private func filled(_ schema: Schema) async throws -> (Database, [RowGenerator.EmptyTable]) {
    var configuration = Configuration(readerCount: 1)
    configuration.trustedSchema = true
    let db = try Database.inMemory(configuration: configuration)
    try await db.migrate(to: schema)
    let empty = try await db.transaction { tx in
      try tx.execute("PRAGMA defer_foreign_keys = ON")
      return try RowGenerator(schema).fill(on: tx)
    }
    #expect(try await db.checkForeignKeys() == [])
    return (db, empty)
  }

  private func count(_ table: String, _ db: Database) async throws -> Int {
    try await db.fetch(Int.self, sql: "SELECT count(*) FROM \(raw: table)").first ?? 0
  }

  @Test("Generated rows can be read by the structs, and have each enum case, NULL and duplicates")
  func everything() async throws {
    let schema = try Schema(json: Schema(of: Everything.self).json())
    let (db, empty) = try await filled(schema)
    #expect(empty.isEmpty)
    let rows = try await db.fetch(Everything.self)
    #expect(Set(rows.map(\.mood)) == Set(Mood.allCases))
    #expect(Set(rows.map(\.flag)) == [true, false])
    #expect(rows.contains { $0.large == nil } && rows.contains { $0.large != nil })
    #expect(rows.contains { $0.seconds == nil } && rows.contains { $0.seconds != nil })
    #expect(Set(rows.map(\.text)).count < rows.count)
    #expect(Set(rows.map(\.id)).count == rows.count)
    #expect(rows.contains { $0.text.isEmpty } && rows.contains { $0.data.isEmpty })
  }

  @Test(
    "The generator fills tables of every kind",
    arguments: [
      ["CREATE TABLE t (a TEXT NOT NULL, b INTEGER NOT NULL, PRIMARY KEY (a, b)) STRICT"],
      ["CREATE TABLE t (code TEXT PRIMARY KEY, n INT) WITHOUT ROWID"],
      ["CREATE TABLE t (key BLOB PRIMARY KEY NOT NULL, x ANY) STRICT, WITHOUT ROWID"],
      ["CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, flag INTEGER UNIQUE) STRICT"],
      ["CREATE TABLE t (a INT, b INT, c INT AS (a + b) STORED, d TEXT AS (a || b), CHECK (c > 2))"],
      ["CREATE TABLE t (a VARCHAR(20), b DATETIME, c BOOLEAN, d DECIMAL(10, 2), e, f NUMERIC)"],
      ["CREATE TABLE t (a INT CHECK (a BETWEEN 500 AND 600), b REAL CHECK (b < 0))"],
      ["CREATE TABLE t (a TEXT CHECK (a IN ('new', 'old')) NOT NULL, b INT CHECK (b IN (7, 9)))"],
      ["CREATE TABLE t (a TEXT NOT NULL CHECK (length(a) = 3), b TEXT CHECK (b LIKE '%@%.com'))"],
      ["CREATE TABLE t (a INT NOT NULL, b INT NOT NULL, CHECK (a < b))"],
      ["CREATE TABLE t (j TEXT NOT NULL CHECK (json_valid(j)))"],
      ["CREATE TABLE t (a INT, b INT)", "CREATE UNIQUE INDEX i ON t (a, lower(b)) WHERE a > 1"],
      ["CREATE TABLE t (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES t (id))"],
      ["CREATE TABLE t (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES t (id))"],
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES b (id))",
        "CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES a (id))",
      ],
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER NOT NULL REFERENCES b (id))",
        "CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES a (id))",
      ],
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY)", "CREATE TABLE b (id TEXT PRIMARY KEY NOT NULL)",
        """
        CREATE TABLE ab (a INTEGER REFERENCES a, b TEXT REFERENCES b, PRIMARY KEY (a, b)) \
        WITHOUT ROWID
        """,
      ],
      [
        "CREATE TABLE p (x TEXT, y INT, PRIMARY KEY (x, y))",
        "CREATE TABLE c (x TEXT NOT NULL, y INT, z INT, FOREIGN KEY (x, y) REFERENCES p)",
      ],
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)", "CREATE TABLE log (at TEXT, id INTEGER)",
        """
        CREATE TRIGGER t_log AFTER INSERT ON t WHEN new.a IS NOT NULL \
        BEGIN INSERT INTO log VALUES ('now', new.id); END
        """,
      ],
    ])
  func kinds(_ statements: [String]) async throws {
    let schema = Schema(statements)
    let (db, empty) = try await filled(schema)
    #expect(empty.isEmpty, "\(empty)")
    for table in schema.tables { #expect(try await count(table.name, db) >= 2, "\(table.name)") }
    let references = schema.tables.flatMap { table in table.references.map { (table, $0) } }
    for (table, reference) in references {
      let column = reference.columns[0]
      #expect(
        try await count("\(table.name) WHERE \(column) IS NOT NULL", db) >= 1, "\(table.name)")
    }
  }

  @Test("The generator fills full-text indexes and R*Trees, by triggers or directly")
  func virtualTables() async throws {
    let schema = Schema(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)",
      "CREATE VIRTUAL TABLE f USING fts5(a, content = 't', content_rowid = 'id')",
      """
      CREATE TRIGGER t_f AFTER INSERT ON t \
      BEGIN INSERT INTO f (rowid, a) VALUES (new.id, new.a); END
      """,
      "CREATE VIRTUAL TABLE own USING fts5(title, body)",
      "CREATE VIRTUAL TABLE area USING rtree(id, x0, x1, y0, y1)")
    let (db, empty) = try await filled(schema)
    #expect(empty.isEmpty, "\(empty)")
    #expect(try await count("f WHERE f MATCH 'a'", db) >= 1)
    #expect(try await count("own", db) == 4)
    #expect(try await count("area", db) == 4)
    #expect(try await db.checkIntegrity() == [])
  }

  @Test("The generator makes the same rows each time, and a later change is a difference")
  func deterministic() async throws {
    let schema = try Schema(json: Schema(of: Everything.self).json())
    let (first, _) = try await filled(schema)
    let (second, _) = try await filled(schema)
    let rows = try await DatabaseRows(of: first)
    #expect(rows.differences(from: try await DatabaseRows(of: second)).isEmpty)
    try await second.execute("UPDATE everything SET small = 5 WHERE rowid = 1")
    try await second.execute("DELETE FROM everything WHERE rowid = 2")
    let differences = rows.differences(from: try await DatabaseRows(of: second))
    #expect(differences.map(\.column) == [nil, "small"])
  }
}
