import Foundation
import ORM
import Testing

@Suite("Known faults of other packages with files, disks and other tables")
struct KnownFaultsOfFilesTests {
  static let many = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
    INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    SELECT i, hex(zeroblob(50)) FROM n;
    """
  static let filled = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL)")

  @Test("GRDB 1087: only the references of changed tables are checked")
  func touched() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a TEXT);
      CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p);
      """)
    let raw = try RawDatabase(fixture.folder.file())
    try raw.run("PRAGMA foreign_keys = OFF; INSERT INTO c VALUES (1, 7)")
    let plan = try await fixture.db.migrate(to: Schema("CREATE TABLE t (a TEXT NOT NULL)"))
    #expect(plan.rebuiltTables == ["t"] && plan.warnings == [])
  }

  @Test("token-savior 70: simultaneous first starts all switch to the write-ahead log")
  func journal() async throws {
    let folder = try TemporaryFolder()
    let schema = Schema("CREATE TABLE t (a TEXT)")
    // The file is as a program without a write-ahead log leaves it.
    try RawDatabase(folder.file()).run("PRAGMA journal_mode = DELETE; CREATE TABLE other (x)")
    let modes = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<6 {
        group.addTask {
          let db = try Database(folder.file(), configuration: .forMigrations)
          try await db.migrate(to: schema)
          return try await db.texts("PRAGMA journal_mode")
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(modes == Array(repeating: "wal", count: 6))
  }

  @Test("ai-memory 776, haelan 102: the write-ahead log is empty after a rebuild")
  func log() async throws {
    let fixture = try await Fixture(Self.many)
    let plan = try await fixture.db.plan(to: Self.filled)
    #expect(try #require(plan.space).database > 1_000_000)
    let time = try #require(plan.duration)
    #expect(time > .milliseconds(20) && time < .seconds(1))
    #expect("\(plan)".contains("for temporary files, and less than a second"))
    let (stream, continuation) = AsyncStream.makeStream(of: MigrationProgress.self)
    try await fixture.db.migrate(to: Self.filled) { continuation.yield($0) }
    continuation.finish()
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count > 10)
    let log = URL(fileURLWithPath: fixture.folder.file() + "-wal")
    #expect(try log.resourceValues(forKeys: [.fileSizeKey]).fileSize == 0)
  }

  @Test(
    "modl 98: a database on a full disk can be read, and a migration fails without a loss",
    .enabled(if: SmallDisk.isAvailable, "this process may not mount a disk"))
  func fullDisk() async throws {
    let disk = try #require(try SmallDisk(megabytes: 4))
    let path = disk.path + "/t.sqlite"
    do {
      let db = try Database(path, configuration: .forMigrations)
      try await db.run(Self.many)
      try await db.close()
    }
    let fill = URL(fileURLWithPath: disk.path + "/fill")
    #expect(FileManager.default.createFile(atPath: fill.path, contents: nil))
    let handle = try FileHandle(forWritingTo: fill)
    while (try? handle.write(contentsOf: Data(count: 4096))) != nil {}
    try handle.close()
    let db = try Database(path, configuration: .forMigrations)
    #expect(try await db.texts("SELECT count(*) || '' FROM t") == ["20000"])
    await #expect(throws: (any Error).self) { try await db.migrate(to: Self.filled) }
    #expect(try await db.texts("SELECT count(*) || '' FROM t") == ["20000"])
    // With free space, the next start can migrate.
    try FileManager.default.removeItem(at: fill)
    try await db.close()
  }

  @Test("rails 51531: a rebuild keeps generated columns virtual or stored")
  func generated() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, v TEXT AS (a || 'v'), s TEXT AS (a || 's') STORED);
      INSERT INTO t (a) VALUES ('x');
      """,
      to:
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, v TEXT AS (a || 'v'), s TEXT AS (a || 's') STORED)"
    )
    let hidden = try await fixture.texts("SELECT hidden || '' FROM pragma_table_xinfo('t')")
    #expect(hidden == ["0", "0", "2", "3"])
    #expect(try await fixture.texts("SELECT v || s FROM t") == ["xvxs"])
  }

  @Test("rails 2312: a rebuild keeps text keys and keys without a type, with their values")
  func keys() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (k TEXT PRIMARY KEY, a TEXT); CREATE TABLE u (k PRIMARY KEY, a TEXT);
      INSERT INTO t VALUES ('007', 'x'), ('', 'y'); INSERT INTO u VALUES (x'00ff', 'x'), (1.5, 'y');
      """, to: "CREATE TABLE t (k TEXT PRIMARY KEY, a TEXT NOT NULL)",
      "CREATE TABLE u (k PRIMARY KEY, a TEXT NOT NULL)")
    #expect(try await fixture.texts("SELECT quote(k) FROM t ORDER BY a") == ["'007'", "''"])
    #expect(try await fixture.texts("SELECT quote(k) FROM u ORDER BY a") == ["X'00FF'", "1.5"])
  }

  @Test("wagtail 8635: references follow a table that is renamed and rebuilt")
  func children() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT);
      CREATE TABLE c (p INTEGER REFERENCES p ON DELETE CASCADE);
      INSERT INTO p VALUES (1, 'a'); INSERT INTO c VALUES (1);
      """)
    var schema = Schema(
      "CREATE TABLE q (id INTEGER PRIMARY KEY, n TEXT NOT NULL)",
      "CREATE TABLE c (p INTEGER REFERENCES q ON DELETE CASCADE)")
    let place = try #require(schema.tables.firstIndex { $0.name == "q" })
    schema.tables[place].formerNames = ["p"]
    try await fixture.db.migrate(to: schema)
    #expect(try await fixture.check() == [])
    try await fixture.db.run("DELETE FROM q")
    #expect(try await fixture.texts("SELECT p || '' FROM c") == [])
  }

  @Test("rails 47425, sqlite-utils 602: a rebuild with a new column keeps the last key")
  func autoincrement() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT);
      INSERT INTO t (a) VALUES ('x'), ('y'), ('z'); DELETE FROM t WHERE id = 3;
      """,
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT NOT NULL, b TEXT)")
    try await fixture.db.run("INSERT INTO t (a) VALUES ('new')")
    #expect(try await fixture.texts("SELECT id || a FROM t") == ["1x", "2y", "4new"])
  }
}
