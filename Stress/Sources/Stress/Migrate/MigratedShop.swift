import Foundation
import ORM

/// A file that is migrated again and again.
struct MigratedShop {
  let folder: ScratchFolder
  let rows: Int

  var path: String { folder.file() }
  private var seed: String { folder.file("seed.sqlite") }

  static var configuration: Configuration {
    var configuration = Configuration(readerCount: 1)
    configuration.busyTimeout = .seconds(60)
    return configuration
  }

  static let old = [
    "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    """
    CREATE TABLE album (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, year TEXT,
      artist INTEGER NOT NULL REFERENCES artist(id) ON DELETE CASCADE)
    """, "CREATE INDEX album_title ON album (title)",
    "CREATE VIEW titles AS SELECT title FROM album",
  ]

  static let new = Schema(
    reading: [
      "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL COLLATE NOCASE,
        year INTEGER CHECK (year > 1900), artist INTEGER NOT NULL REFERENCES artist(id) ON DELETE CASCADE,
        rating INTEGER NOT NULL DEFAULT 3)
      """, "CREATE INDEX album_title ON album (title)", "CREATE INDEX album_year ON album (year)",
      "CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE VIEW titles AS SELECT title FROM album",
    ].map { Schema.Entry(type: "", name: "", table: "", sql: $0) })

  /// Makes the file that each migration begins with.
  func makeSeed() async throws {
    let db = try Database(seed, configuration: Self.configuration)
    let count = rows
    try await db.transaction { tx in
      for statement in Self.old { try tx.execute(SQL(stringLiteral: statement)) }
      for id in 1...count / 10 {
        try tx.execute("INSERT INTO artist VALUES (\(id), \("artist \(id)"))")
      }
      for id in 1...count {
        try tx.execute(
          "INSERT INTO album VALUES (\(id), \("album \(id)"), \("\(1901 + id % 120)"), \(id % (count / 10) + 1))"
        )
      }
    }
    try await db.checkpoint(.truncate)
    try await db.close()
  }

  /// Puts the file back to what it was.
  func restore() throws {
    try Database.delete(at: path)
    try FileManager.default.copyItem(atPath: seed, toPath: path)
  }

  func duration(_ body: () throws -> Void) async throws -> Int {
    let start = ContinuousClock.now
    try body()
    let seconds = (ContinuousClock.now - start).components
    return Int(seconds.seconds) * 1_000_000 + Int(seconds.attoseconds / 1_000_000_000_000)
  }

  enum State {
    case old, new
    case other(String)
  }

  /// What the file is now, read without the library's migrations.
  func state() async throws -> State {
    let db = try Database(path, configuration: Self.configuration)
    defer { Task { try? await db.close() } }
    let report = try await db.fetch(
      String.self, sql: "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
    if !report.isEmpty { return .other("the file is damaged: \(report)") }
    if try await db.fetch(String.self, sql: "SELECT \"table\" FROM pragma_foreign_key_check").count
      > 0
    {
      return .other("rows refer to nothing")
    }
    let found = try await db.schema()
    let counts = try await db.fetch(
      Int.self, sql: "SELECT count(*) FROM album UNION ALL SELECT count(DISTINCT title) FROM album")
    if counts != [rows, rows] { return .other("\(counts) of \(rows) rows") }
    let changes = Self.new.changes(from: found).filter { !$0.isNote }
    if changes.isEmpty { return .new }
    let oldSchema = Schema(
      reading: Self.old.map { Schema.Entry(type: "", name: "", table: "", sql: $0) })
    let others = oldSchema.changes(from: found).filter { !$0.isNote }
    return others.isEmpty ? .old : .other("neither schema: \(changes)")
  }
}
