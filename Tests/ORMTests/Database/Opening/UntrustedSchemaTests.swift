import CSQLite
import Foundation
import ORM
import Testing

/// By default, the schema of every file is untrusted.
@Suite("Untrusted schemas")
struct UntrustedSchemaTests {
  /// The tables of a web framework, whose JSON columns have a CHECK, and all of SQLite's own
  /// features that a schema can use.
  private static let script: SQL = """
    CREATE TABLE note (
      id INTEGER PRIMARY KEY,
      data TEXT NOT NULL CHECK ((JSON_VALID("data") OR "data" IS NULL)),
      kind TEXT AS (data ->> '$.kind')
    );
    CREATE INDEX note_kind ON note (json_extract(data, '$.kind'));
    CREATE VIEW part AS SELECT note.id, key, value FROM note, json_each(note.data);
    CREATE VIRTUAL TABLE word USING fts5(data);
    CREATE VIEW found AS SELECT rowid, data FROM word;
    CREATE TRIGGER note_word AFTER INSERT ON note
      BEGIN INSERT INTO word (rowid, data) VALUES (new.id, new.data); END;
    CREATE VIRTUAL TABLE place USING rtree(id, low, high);
    CREATE TRIGGER note_place AFTER INSERT ON note
      BEGIN INSERT INTO place VALUES (new.id, new.id, new.id); END;
    """

  @Table("note") struct Note: Equatable {
    let id: Int
    var data: String
  }

  @Test("An untrusted schema can use SQLite's functions, full-text tables and R*Trees")
  func known() async throws {
    let folder = try TemporaryFolder()
    let maker = try Database(folder.file())
    try await maker.execute(script: Self.script)
    try await maker.close()
    for isReadOnly in [false, true] {
      var configuration = Configuration()
      configuration.isReadOnly = isReadOnly
      let db = try Database(folder.file(), configuration: configuration)
      if !isReadOnly {
        try await db.insert(Note(id: 1, data: #"{"kind": "a"}"#))
        await #expect(throws: DatabaseError.self) { try await db.insert(Note(id: 2, data: "{")) }
      }
      #expect(try await db.fetch(Note.self).map(\.id) == [1])
      #expect(try await db.value(String.self, sql: "SELECT value FROM part") == "a")
      #expect(try await db.value(Int.self, sql: "SELECT rowid FROM found") == 1)
      #expect(try await db.value(Int.self, sql: "SELECT id FROM place") == 1)
      try await db.close()
    }
    // The program prepares this connection with pragmas only.
    var configuration = Configuration()
    configuration.prepareConnection = { try $0.execute("PRAGMA cache_size = -100") }
    let prepared = try Database(folder.file(), configuration: configuration)
    try await prepared.insert(Note(id: 3, data: "{}"))
  }

  @Test("An untrusted schema can't call the program's functions, and the error says so")
  func functions() async throws {
    let db = try Database.inMemory()
    try db.add(DatabaseFunction("plain", .deterministic) { (x: Int) in x })
    try db.add(DatabaseFunction("good", [.deterministic, .innocuous]) { (x: Int) in x })
    try await db.execute(
      script: """
        CREATE TABLE t (a); INSERT INTO t VALUES (1);
        CREATE VIEW v AS SELECT plain(a) FROM t; CREATE VIEW w AS SELECT good(a) FROM t;
        """)
    #expect(try await db.value(Int.self, sql: "SELECT * FROM w") == 1)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.value(Int.self, sql: "SELECT * FROM v")
    }
    #expect(error?.message.hasPrefix("unsafe use of plain()") == true)
    #expect(error?.message.contains("Configuration.trustedSchema") == true)
  }

  @Test("A function in a CHECK of an untrusted schema is not reported as a damaged schema")
  func notDamaged() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.prepareConnection = { setup in
      setup.withHandle { handle in
        _ = sqlite3_create_function_v2(
          handle, "plain", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
          { context, _, _ in sqlite3_result_int(context, 1) }, nil, nil, nil)
      }
    }
    configuration.trustedSchema = true
    let maker = try Database(folder.file(), configuration: configuration)
    try await maker.execute("CREATE TABLE t (a CHECK (plain(a)))")
    try await maker.close()
    configuration.trustedSchema = false
    let error = await failure(of: "INSERT INTO t VALUES (1)", folder.file(), configuration)
    #expect(error?.code == .error)
    #expect(
      error?.message.hasPrefix("unsafe use of plain()") == true, "\(String(describing: error))")
  }

  @Test("An untrusted schema can't call a function that is registered through the C interface")
  func foreign() async throws {
    var configuration = Configuration()
    configuration.prepareConnection = { setup in
      setup.withHandle { handle in
        _ = sqlite3_create_function_v2(
          handle, "plain", 1, SQLITE_UTF8, nil,
          { context, _, _ in sqlite3_result_int(context, 1) }, nil, nil, nil)
      }
    }
    let db = try Database.inMemory(configuration: configuration)
    try await db.execute(script: "CREATE TABLE t (a); CREATE VIEW v AS SELECT plain(a) FROM t;")
    #expect(try await db.value(Int.self, sql: "SELECT plain(1)") == 1)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.value(Int.self, sql: "SELECT * FROM v")
    }
    #expect(error?.message.contains("unsafe use of plain()") == true)
  }

  private func failure(
    of sql: SQL, _ path: String, _ configuration: Configuration
  ) async -> DatabaseError? {
    do {
      try await Database(path, configuration: configuration).execute(sql)
      return nil
    } catch {
      return error as? DatabaseError
    }
  }
}
