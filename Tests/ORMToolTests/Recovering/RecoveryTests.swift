import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("orm recover")
struct RecoveryTests {
  private static let script = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE album (title TEXT, year INT, cover BLOB, price REAL, twice AS (year * 2),
      stored TEXT AS (title || '!') STORED, FOREIGN KEY (year) REFERENCES artist (id));
    CREATE TABLE pair (v TEXT, b INTEGER, a TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE INDEX album_year ON album (year);
    CREATE VIEW recent AS SELECT title FROM album;
    CREATE TRIGGER t AFTER INSERT ON artist BEGIN DELETE FROM album; END;
    INSERT INTO artist WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 700)
      SELECT i * 3 - 900, 'artist ' || i FROM n;
    INSERT INTO album (title, year, cover, price)
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 600)
      SELECT CASE WHEN i % 97 THEN 'title ' || i ELSE NULL END, -900 + 3 * i,
        CASE WHEN i % 50 THEN x'00ff' ELSE zeroblob(i * 40) END, i / 3.0 FROM n;
    INSERT INTO pair WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500)
      SELECT 'v' || i, (i << (i % 40)) * 1000 + i, 'a' || (i % 9) FROM n;
    ALTER TABLE artist ADD COLUMN country TEXT DEFAULT 'NO';
    """

  private func all(_ path: String, _ tables: [String]) async throws -> [[[SQLValue]]] {
    try await DatabaseFile(path).reading { db in
      try tables.map { try db.rows("SELECT * FROM \($0)") }
    }
  }

  @Test(
    "a sound database is saved as it is: keys, generated and added columns, long values",
    arguments: [512, 1024, 4096, 65536])
  func sound(_ pageSize: Int) async throws {
    for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
      let fixture = try await Fixture(nil)
      _ = try fixture.file("music.sqlite", "")
      _ = try await Query.output(
        "PRAGMA page_size = \(pageSize); PRAGMA encoding = '\(encoding)'; \(Self.script)", .csv,
        on: fixture.path, writes: true)
      let copy = fixture.folder + "/saved.sqlite"
      let report = try await Recovery.run(fixture.path, to: copy, Progress())
      #expect(report.isWhole, "\(report.json.compact)")
      #expect(report.tables.map(\.rows).sorted() == [500, 600, 700])
      let tables = ["artist", "(SELECT rowid, * FROM album)", "pair", "recent"]
      #expect(try await all(copy, tables) == all(fixture.path, tables))
      let sql = ["(SELECT type, name, sql FROM sqlite_schema ORDER BY name)"]
      #expect(try await all(copy, sql) == all(fixture.path, sql))
      #expect(try await !CheckReport.read(DatabaseFile(copy)).isSerious)
    }
  }

  @Test("a table with AUTOINCREMENT gives no key again that a row had")
  func counters() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE used (id INTEGER PRIMARY KEY AUTOINCREMENT, a);
      CREATE TABLE emptied (id INTEGER PRIMARY KEY AUTOINCREMENT, a);
      CREATE TABLE new (id INTEGER PRIMARY KEY AUTOINCREMENT, a);
      INSERT INTO used (a) VALUES (1), (2), (3); DELETE FROM used WHERE id > 1;
      INSERT INTO emptied (a) VALUES (1), (2); DELETE FROM emptied;
      CREATE INDEX used_a ON used (a); ANALYZE;
      """)
    let copy = fixture.folder + "/saved.sqlite"
    let report = try await Recovery.run(fixture.path, to: copy, Progress())
    #expect(report.isWhole && report.lostRows == 0)
    let sql = ["(SELECT name, seq FROM sqlite_sequence ORDER BY name)"]
    let counters = try await all(copy, sql)
    #expect(
      counters == [[[.text("emptied"), .integer(2)], [.text("used"), .integer(3)]]])
  }

  @Test("what is only in the log beside the file is saved, too")
  func log() async throws {
    let fixture = try await Fixture(nil)
    let database = try Database(fixture.path)
    try await database.execute(script: "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
    let copy = fixture.folder + "/saved.sqlite"
    let report = try await Recovery.run(fixture.path, to: copy, Progress())
    #expect(report.isWhole && report.rows == 2)
    try await database.close()
  }

  @Test("of 100 damaged databases what is saved is sound, and what is missing is said")
  func damaged() async throws {
    let fixture = try await Fixture(nil)
    _ = try fixture.file("music.sqlite", "")
    _ = try await Query.output(
      "PRAGMA page_size = 1024; \(Self.script)", .csv, on: fixture.path, writes: true)
    let sound = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    var saved = 0
    for seed in 1...100 {
      var dice = SeededNumbers(seed)
      var bytes = [UInt8](sound)
      for _ in 0..<Int.random(in: 1...40, using: &dice) {
        let place = Int.random(in: bytes.indices, using: &dice)
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &dice)
        case 1: for next in place..<min(place + 300, bytes.count) { bytes[next] = 0xff }
        case 2: for next in place..<min(place + 1024, bytes.count) { bytes[next] = 0 }
        default:
          // The heads of pages are what leads to others.
          let head = place / 1024 * 1024 + (place < 1024 ? 100 : 0)
          bytes[head + Int.random(in: 0..<20, using: &dice)] = UInt8(place & 0xff)
        }
      }
      if seed.isMultiple(of: 10) { bytes.removeLast(bytes.count / 3) }
      if seed.isMultiple(of: 25) {
        bytes.replaceSubrange(0..<100, with: repeatElement(0, count: 100))
      }
      let path = fixture.folder + "/\(seed).sqlite"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let copy = fixture.folder + "/saved-\(seed).sqlite"
      do {
        let report = try await Recovery.run(path, to: copy, Progress())
        saved += report.rows
        let counts = try await DatabaseFile(copy).reading { db in
          try report.tables.map { table in
            try db.number("SELECT count(*) FROM \(table.name.quotedIdentifier)") ?? -1
          }
        }
        #expect(counts == report.tables.map(\.rows), "\(seed)")
        #expect(try await DatabaseFile(copy).database.checkIntegrity() == [], "\(seed)")
        if report.rows < 1800 && report.tables.count == 3 { #expect(!report.isWhole, "\(seed)") }
      } catch is ToolError {
        #expect(!FileManager.default.fileExists(atPath: copy), "\(seed)")
      }
    }
    // A third of all is what the least would be that is worth the name.
    #expect(saved > 60_000, "\(saved)")
  }

  @Test("what is no database is refused, and a file that is there is not replaced")
  func refused() async throws {
    let fixture = try await Fixture()
    let text = try fixture.file("text", String(repeating: "no database ", count: 2000))
    let empty = try fixture.file("empty", "")
    let copy = fixture.folder + "/copy"
    for (path, copy) in [
      (text, copy), (empty, copy), (fixture.folder + "/none", copy), (fixture.path, text),
    ] {
      await #expect(throws: ToolError.self) { try await Recovery.run(path, to: copy, Progress()) }
    }
    #expect(!FileManager.default.fileExists(atPath: copy))
  }
}
