import CSQLite
import ORM
import Testing

@Suite("SQL that changes a setting of one pooled connection", .timeLimit(.minutes(10)))
struct SettingSQLTests {
  let folder: TemporaryFolder
  let db: Database

  init() async throws {
    folder = try TemporaryFolder()
    db = try Database(folder.file(), configuration: Configuration(readerCount: 1))
    try await db.create(Band.self, Record.self)
    try await db.insert(Band(id: 1, name: "Sade"))
    try await db.insert(Record(title: "Promise", bandID: 1))
  }

  static let settings: [(pragma: String, instead: String)] = [
    ("foreign_keys = OFF", "enforcesForeignKeys"), ("FOREIGN_KEYS(0)", "enforcesForeignKeys"),
    ("main.foreign_keys = OFF", "enforcesForeignKeys"),
    ("\"foreign_keys\" = 0", "enforcesForeignKeys"),
    ("journal_mode = DELETE", "journalMode"), ("synchronous = OFF", "synchronous"),
    ("cache_size = 3", "cacheSize"), ("mmap_size = 4096", "mmapSize"),
    ("query_only = ON", "isReadOnly"), ("trusted_schema = ON", "trustedSchema"),
    ("secure_delete = ON", "secureDelete"), ("busy_timeout = 60000", "busyTimeout"),
    ("recursive_triggers = ON", "prepareConnection"), ("temp_store = FILE", "prepareConnection"),
    ("locking_mode = EXCLUSIVE", "prepareConnection"),
    ("wal_autocheckpoint = 0", "prepareConnection"),
    ("case_sensitive_like = ON", "prepareConnection"),
    ("writable_schema = ON", "prepareConnection"),
    ("ignore_check_constraints = ON", "prepareConnection"),
    ("legacy_alter_table = ON", "prepareConnection"),
    ("reverse_unordered_selects = ON", "prepareConnection"),
    ("automatic_index = OFF", "prepareConnection"),
  ]

  @Test(
    "A PRAGMA that sets one connection is refused by each API; the error names the replacement",
    arguments: settings)
  func refused(pragma: String, instead: String) async throws {
    let sql = "PRAGMA \(pragma)"
    let name = "PRAGMA \(pragma.prefix { !" =(".contains($0) })"
    let before = try? await db.fetch(Row.self, sql: "\(raw: name)").first
    let ways = TransactionSQLTests.waysIn + [{ try $0.execute("EXPLAIN \(raw: $1)") }]
    for (number, run) in ways.enumerated() {
      for reads in [true, false] {
        let error = await #expect(throws: DatabaseError.self, "\(number)") {
          try await reads
            ? db.read { try run($0, sql) } : db.transaction { try run($0, sql) }
        }
        #expect(error?.code == .authorization, "\(number): \(error as Any)")
        #expect(error?.message.contains("Configuration.\(instead)") == true, "\(number)")
      }
    }
    await #expect(throws: DatabaseError.self) { try await db.execute("\(raw: sql)") }
    await #expect(throws: DatabaseError.self) { try await db.fetch(Row.self, sql: "\(raw: sql)") }
    await #expect(throws: DatabaseError.self) { try await db.execute(script: "\(raw: sql)") }
    #expect((try? await db.fetch(Row.self, sql: "\(raw: name)").first) == before)
  }

  @Test("A refused PRAGMA sets nothing: foreign keys stay enforced")
  func foreignKeys() async throws {
    await #expect(throws: DatabaseError.self) { try await db.execute("PRAGMA foreign_keys = OFF") }
    await #expect(throws: DatabaseError.self) {
      try await db.insert(Record(title: "of nobody", bandID: 9))
    }
    // SQLite's documented steps to rebuild a table, which would delete its children in a
    // transaction.
    let steps = """
      PRAGMA foreign_keys = OFF;
      CREATE TABLE new_band (id INTEGER PRIMARY KEY, name TEXT, founded REAL);
      INSERT INTO new_band SELECT * FROM band;
      DROP TABLE band;
      ALTER TABLE new_band RENAME TO band;
      PRAGMA foreign_keys = ON;
      """
    await #expect(throws: DatabaseError.self) { try await db.execute(script: "\(raw: steps)") }
    #expect(try await db.count(Record.self) == 1)
  }

  @Test(
    "A PRAGMA that reads, or that sets the file, the transaction or the process, is accepted",
    arguments: [
      "foreign_keys", "journal_mode", "synchronous", "table_info(band)", "table_list",
      "user_version = 7", "application_id = 3", "defer_foreign_keys = ON", "optimize",
      "wal_checkpoint(TRUNCATE)", "integrity_check", "foreign_key_check",
      "foreign_key_list(record)",
      "max_page_count = 100000", "incremental_vacuum(3)", "shrink_memory", "analysis_limit = 100",
    ])
  func allowed(pragma: String) async throws {
    try await db.execute("PRAGMA \(raw: pragma)")
    // It fails in a transaction.
    if pragma.hasPrefix("wal_checkpoint") { return }
    try await db.transaction { _ = try $0.execute("PRAGMA \(raw: pragma)") }
  }

  @Test("prepareConnection can set each connection by PRAGMA")
  func prepared() async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.prepareConnection = {
      try $0.execute("PRAGMA recursive_triggers = ON; PRAGMA case_sensitive_like = ON")
    }
    let db = try Database(folder.file(), configuration: configuration)
    for sql: SQL in ["PRAGMA recursive_triggers", "SELECT NOT ('a' LIKE 'A')"] {
      #expect(try await db.value(Int.self, sql: sql) == 1)
      #expect(try await db.transaction { try $0.value(Int.self, sql: sql) } == 1)
    }
  }
}
