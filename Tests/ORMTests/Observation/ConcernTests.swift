import CSQLite
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Which changes wake an observer", .timeLimit(.minutes(10)))
struct ConcernTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE a (id INTEGER PRIMARY KEY, x, y DEFAULT 7, z GENERATED ALWAYS AS (x) STORED);
        CREATE TABLE b (id INTEGER PRIMARY KEY, x, y, a REFERENCES a ON DELETE CASCADE ON UPDATE CASCADE);
        CREATE TABLE w (k TEXT, n INT, v, PRIMARY KEY (n, k)) WITHOUT ROWID;
        CREATE TABLE u (x UNIQUE, y);
        CREATE TABLE n (id TEXT COLLATE NOCASE PRIMARY KEY, y);
        CREATE TABLE log (text);
        CREATE TABLE copy (x, y);
        CREATE VIEW v AS SELECT b.x AS bx, w.v AS wv FROM b JOIN w ON w.n = b.id;
        CREATE TRIGGER t AFTER INSERT ON copy BEGIN INSERT INTO log VALUES (new.x); END;
        CREATE VIRTUAL TABLE f USING fts5 (text);
        INSERT INTO a (id, x) VALUES (1, 1), (2, 2);
        INSERT INTO b VALUES (1, 1, 1, 1), (2, 2, 2, 2);
        INSERT INTO w VALUES ('k', 1, 1), ('l', 2, 2);
        INSERT INTO u VALUES (1, 1), (2, 2);
        INSERT INTO n VALUES ('a', 1);
        INSERT INTO f VALUES ('one');
        """)
  }

  /// Returns the messages to an observer of a query while a script runs.
  func messages(
    of query: String, row: ReadRow? = nil, when script: String
  ) async throws -> [ObserverMailbox.Message] {
    try await db.writing { connection in
      let id = try connection.beginObserving(ObserverMailbox(), interval: nil)
      defer { connection.endObserving(id) }
      try connection.setScope(row.map { .row($0, sql: query) } ?? .statement(query), of: id)
      try connection.runAsCode(script)
      return connection.drainMessages()
    }
  }

  private static let concerning: [(String, String)] = [
    ("SELECT x FROM b", "UPDATE b SET x = 5"),
    ("SELECT x FROM b", "UPDATE b SET x = 1.0 WHERE id = 1"),
    ("SELECT x FROM b", "UPDATE b SET x = NULL WHERE id = 1"),
    ("SELECT x FROM b", "UPDATE b SET x = x'31' WHERE id = 1"),
    ("SELECT X FROM B", "UPDATE b SET x = 5"),
    ("SELECT x FROM b", "INSERT INTO b (y) VALUES (1)"),
    ("SELECT x FROM b", "DELETE FROM b WHERE id = 2"),
    ("SELECT x FROM b", "UPDATE b SET id = 9 WHERE id = 1"),
    ("SELECT rowid FROM u", "UPDATE u SET rowid = 9 WHERE x = 1"),
    ("SELECT 1 FROM b WHERE y > 1", "UPDATE b SET y = 5"),
    ("SELECT 1 FROM a ORDER BY x", "UPDATE a SET x = 5"),
    ("SELECT count(*) FROM b", "DELETE FROM b WHERE id = 1"),
    ("SELECT count(*) FROM b", "DELETE FROM b"),
    ("SELECT count(*) FROM B", "DELETE FROM b"),
    ("SELECT count(*) FROM main.b", "DELETE FROM b"),
    ("SELECT count(*) FROM v", "DELETE FROM w"),
    ("SELECT count(*) FROM f", "DELETE FROM f"),
    ("SELECT count(*) FROM pragma_table_info('b')", "UPDATE u SET y = 5"),
    ("SELECT x FROM b AS q", "UPDATE b SET x = 5"),
    ("SELECT (SELECT max(x) FROM b)", "UPDATE b SET x = 5"),
    ("WITH q AS (SELECT x FROM b) SELECT * FROM q", "UPDATE b SET x = 5"),
    ("SELECT a.x FROM a LEFT JOIN b ON b.a = a.id", "UPDATE b SET a = 2"),
    ("SELECT bx FROM v", "UPDATE b SET x = 5"),
    ("SELECT bx FROM v", "UPDATE w SET n = 7 WHERE n = 1"),
    ("SELECT wv FROM v", "UPDATE w SET v = 7"),
    // Cascades, triggers, replaced rows, upserts, copies of whole tables.
    ("SELECT x FROM b", "DELETE FROM a WHERE id = 1"),
    ("SELECT a FROM b", "UPDATE a SET id = 9 WHERE id = 1"),
    ("SELECT text FROM log", "INSERT INTO copy VALUES (1, 1)"),
    ("SELECT text FROM log", "INSERT INTO copy SELECT x, y FROM u"),
    ("SELECT x FROM copy", "INSERT INTO copy SELECT * FROM u"),
    ("SELECT y FROM u", "INSERT OR REPLACE INTO u VALUES (1, 9)"),
    ("SELECT y FROM u", "UPDATE OR REPLACE u SET x = 1 WHERE x = 2"),
    ("SELECT y FROM u", "INSERT INTO u VALUES (1, 9) ON CONFLICT DO UPDATE SET y = excluded.y"),
    // A generated column and the column that it is computed from.
    ("SELECT z FROM a", "UPDATE a SET x = 5"),
    // Tables without a rowid.
    ("SELECT v FROM w", "UPDATE w SET v = 5"),
    ("SELECT v FROM w", "DELETE FROM w"),
    ("SELECT v FROM w", "INSERT INTO w VALUES ('m', 3, 3)"),
    ("SELECT v FROM w", "REPLACE INTO w VALUES ('k', 1, 3)"),
    ("SELECT k FROM w", "UPDATE w SET k = 'z' WHERE n = 1"),
    // Partly rolled back.
    (
      "SELECT x FROM b",
      "BEGIN; UPDATE b SET x = 5; SAVEPOINT s; DELETE FROM u; ROLLBACK TO s; COMMIT"
    ),
    // Virtual tables change in their own ways.
    ("SELECT text FROM f", "INSERT INTO f VALUES ('two')"),
    ("SELECT rowid FROM f WHERE f MATCH 'one'", "DELETE FROM f"),
    ("SELECT name FROM pragma_table_info('b')", "UPDATE u SET y = 5"),
    ("SELECT seq FROM sqlite_sequence", "UPDATE u SET y = 5"),
  ]

  @Test(
    "An observer is woken by a change of the rows and columns that it reads",
    arguments: ConcernTests.concerning)
  func concerns(query: String, script: String) async throws {
    try await db.execute("CREATE TABLE s (id INTEGER PRIMARY KEY AUTOINCREMENT)")
    let messages = try await messages(of: query, when: script)
    #expect(messages == [.changed])
  }

  // SQLite names the database of a column that is read, but not of a table whose rows are
  // counted. Which of the two came last depended on chance, and the columns were lost: hence many
  // tables.
  @Test(
    "An observer that counts rows and reads a column is woken by a change of the column",
    arguments: 0..<16)
  func counted(number: Int) async throws {
    try await db.execute(
      script: "CREATE TABLE c\(raw: "\(number)") (x); INSERT INTO c\(raw: "\(number)") VALUES (1)")
    let query = "SELECT sum(x), (SELECT count(*) FROM c\(number)) FROM c\(number)"
    let messages = try await messages(of: query, when: "UPDATE c\(number) SET x = 5")
    #expect(messages == [.changed])
  }

  private static let unconcerning: [(String, String)] = [
    ("SELECT x FROM b", "UPDATE b SET y = 5"),
    ("SELECT x FROM b", "UPDATE b SET x = x, y = 9"),
    ("SELECT x FROM b", "UPDATE b SET y = 5 WHERE id = 99"),
    ("SELECT x FROM b", "DELETE FROM b WHERE id = 99"),
    ("SELECT x FROM b", "UPDATE u SET x = x + 10"),
    ("SELECT x FROM b", "DELETE FROM u"),
    ("SELECT count(*) FROM b", "UPDATE b SET x = 5"),
    ("SELECT count(*) FROM main.b", "UPDATE b SET x = 5"),
    ("SELECT wv FROM v", "UPDATE b SET y = 5"),
    ("SELECT count(*) FROM v", "UPDATE b SET y = 5"),
    ("SELECT v FROM w", "UPDATE b SET x = 5"),
    ("SELECT k FROM w", "UPDATE w SET v = 5"),
    ("SELECT y FROM u", "INSERT OR IGNORE INTO u VALUES (1, 9)"),
    ("SELECT x FROM b", "BEGIN; UPDATE b SET x = 5; ROLLBACK"),
    ("SELECT x FROM b", "BEGIN; UPDATE b SET x = 5; ROLLBACK; UPDATE u SET y = 5"),
    ("SELECT x FROM b", "BEGIN; COMMIT"),
    ("SELECT x FROM b", "CREATE INDEX i ON b (x)"),
    ("SELECT value FROM json_each('[1]')", "UPDATE u SET y = 5"),
    ("SELECT 1", "UPDATE u SET y = 5"),
    ("SELECT text FROM f", "SELECT 1"),
  ]

  @Test(
    "An observer is not woken by other rows and columns, or by a rollback",
    arguments: ConcernTests.unconcerning)
  func doesNotConcern(query: String, script: String) async throws {
    let messages = try await messages(of: query, when: script)
    #expect(messages.isEmpty)
  }

  @Test(
    "An observer of one row by its key is woken only by changes of that row",
    arguments: [
      ("a", ["id"], [1], "UPDATE a SET x = 5 WHERE id = 1", true),
      ("a", ["id"], [1], "UPDATE a SET id = 5 WHERE id = 1", true),
      ("b", ["id"], [9], "UPDATE b SET id = 9 WHERE id = 1", true),
      ("a", ["id"], [1], "DELETE FROM a", true),
      ("a", ["id"], [9], "INSERT INTO a (id) VALUES (9)", true),
      ("a", ["id"], [1], "UPDATE a SET x = 5 WHERE id = 2", false),
      ("a", ["id"], [1], "INSERT INTO a (x) VALUES (1)", false),
      ("w", ["n", "k"], [1, "k"], "UPDATE w SET v = 5 WHERE n = 1", true),
      ("w", ["n", "k"], [1, "k"], "DELETE FROM w WHERE n = 1", true),
      ("w", ["n", "k"], [3, "m"], "INSERT INTO w VALUES ('m', 3, 3)", true),
      ("w", ["n", "k"], [1, "k"], "UPDATE w SET v = 5 WHERE n = 2", false),
      ("w", ["n", "k"], [1, "k"], "INSERT INTO w VALUES ('k', 3, 3)", false),
      // If the key has a collation, another spelling is the same row; a part of a key matches
      // several rows.
      ("n", ["id"], ["A"], "UPDATE n SET y = 5", true),
      ("w", ["n"], [1], "INSERT INTO w VALUES ('x', 1, 3)", true),
    ] as [(String, [String], [SQLValue], String, Bool)])
  func byKey(
    table: String, columns: [String], key: [SQLValue], script: String, isConcerned: Bool
  ) async throws {
    let condition = columns.map { "\($0) = 0" }.joined(separator: " AND ")
    let messages = try await messages(
      of: "SELECT * FROM \(table) WHERE \(condition)",
      row: ReadRow(table: table, keyColumns: columns, key: key), when: script)
    #expect(messages == (isConcerned ? [.changed] : []))
  }

  @Test("An observer is woken if NULL replaces the default of an added column")
  func addedColumn() async throws {
    try await db.execute("ALTER TABLE u ADD COLUMN added DEFAULT 7")
    let messages = try await messages(
      of: "SELECT added FROM u", when: "UPDATE u SET added = NULL WHERE x = 1")
    #expect(messages == [.changed])
  }

  @Test("An observer is woken by incremental BLOB I/O")
  func blob() async throws {
    try await db.execute("UPDATE b SET x = zeroblob(10)")
    let messages = try await db.writing { connection in
      let id = try connection.beginObserving(ObserverMailbox(), interval: nil)
      defer { connection.endObserving(id) }
      try connection.setScope(.statement("SELECT x FROM b"), of: id)
      try connection.withHandle { handle in
        var blob: OpaquePointer?
        sqlite3_blob_open(handle, "main", "b", "x", 1, 1, &blob)
        sqlite3_blob_write(blob, "abc", 3, 0)
        sqlite3_blob_close(blob)
      }
      return connection.drainMessages()
    }
    #expect(messages == [.changed])
  }

  @Test("A schema change wakes every observer, unless it is rolled back")
  func schema() async throws {
    for script in [
      "DROP TABLE copy", "ALTER TABLE u ADD COLUMN q", "CREATE TABLE q (x)",
      "CREATE VIEW q2 AS SELECT 1", "CREATE TEMP TABLE b (x)",
    ] {
      let messages = try await messages(of: "SELECT x FROM b", when: script)
      #expect(messages == [.schemaChanged], "\(script)")
    }
    let messages = try await messages(
      of: "SELECT x FROM main.b", when: "BEGIN; DROP TABLE u; ROLLBACK; UPDATE n SET y = 6")
    #expect(messages.isEmpty)
  }

  @Test("An observer added in mid-transaction is woken by the commit or the rollback")
  func late() async throws {
    let (committed, undone) = try await db.writing { connection in
      let id = try connection.beginObserving(ObserverMailbox(), interval: nil)
      defer { connection.endObserving(id) }
      var messages: [[ObserverMailbox.Message]] = []
      for end in ["COMMIT", "ROLLBACK"] {
        try connection.runAsCode("BEGIN; UPDATE b SET x = x + 1")
        try connection.setScope(.statement("SELECT x FROM b"), of: id)
        // One message is left, however much of the transaction the observer has seen.
        try connection.runAsCode("UPDATE b SET x = x + 1; " + end)
        messages.append(connection.drainMessages())
      }
      return (messages[0], messages[1])
    }
    #expect(committed == [.schemaChanged])
    #expect(undone == [.schemaChanged])
  }

  @Test(
    "Each of several observers is woken only by changes of its columns", arguments: [false, true])
  func several(isBesideOneOfAll: Bool) async throws {
    try await db.writing { connection in
      let queries =
        ["SELECT x FROM b", "SELECT y FROM b", "SELECT y FROM u"]
        + (isBesideOneOfAll ? ["SELECT name FROM pragma_table_info('b')"] : [])
      var observers = try queries.map { try connection.observer(of: $0) }
      let all = isBesideOneOfAll ? [3] : []
      #expect(try connection.told("UPDATE b SET x = 5", observers) == [0] + all)
      #expect(try connection.told("UPDATE b SET x = 6", observers) == [0] + all)
      #expect(try connection.told("UPDATE b SET y = 6", observers) == [1] + all)
      #expect(try connection.told("UPDATE b SET x = 7", observers) == [0] + all)
      #expect(try connection.told("UPDATE b SET x = 8, y = 8", observers) == [0, 1] + all)
      let both = "BEGIN; UPDATE b SET x = 9; UPDATE u SET y = 9; COMMIT"
      #expect(try connection.told(both, observers) == [0, 2] + all)
      #expect(try connection.told("DELETE FROM w", observers) == all)
      observers.append(try connection.observer(of: "SELECT x FROM b"))
      let new = observers.count - 1
      #expect(try connection.told("UPDATE b SET x = 10", observers) == [0] + all + [new])
      try connection.setScope(.statement("SELECT y FROM u"), of: observers[0].id)
      #expect(try connection.told("UPDATE b SET x = 11", observers) == all + [new])
      for (id, _) in observers { connection.endObserving(id) }
    }
  }

  @Test("An observer is woken by a change made before another observer was added")
  func joined() async throws {
    try await db.writing { connection in
      let first = try connection.observer(of: "SELECT x FROM b")
      try connection.runAsCode("BEGIN; UPDATE b SET x = 5")
      let second = try connection.observer(of: "SELECT y FROM b")
      #expect(try connection.told("COMMIT", [first, second]) == [0, 1])
      try connection.runAsCode("BEGIN; UPDATE b SET x = 6")
      connection.endObserving(second.id)
      #expect(try connection.told("COMMIT", [first]) == [0])
      #expect(try connection.told("UPDATE b SET y = 7", [first]) == [])
      connection.endObserving(first.id)
    }
  }

  @Test("Without row hooks, or with another authorizer, every commit wakes an observer")
  func unseen() async throws {
    try await db.writing { $0.hooks.seesRows = false }
    #expect(try await messages(of: "SELECT x FROM b", when: "UPDATE u SET y = 5") == [.changed])
    #expect(try await messages(of: "SELECT x FROM b", when: "DELETE FROM w") == [.changed])
    let undone = try await messages(of: "SELECT x FROM b", when: "BEGIN; DELETE FROM b; ROLLBACK")
    #expect(undone.isEmpty)
    try await db.writing { connection in
      connection.hooks.seesRows = true
      try connection.withHandle { handle in
        _ = sqlite3_set_authorizer(handle, { _, _, _, _, _, _ in SQLITE_OK }, nil)
      }
    }
    #expect(try await messages(of: "SELECT x FROM b", when: "UPDATE u SET y = 6") == [.changed])
  }
}

extension Connection {
  func drainMessages() -> [ObserverMailbox.Message] {
    (subscriptions?.drainMessages() ?? []).flatMap { mailboxes, message in
      mailboxes.map { _ in message }
    }
  }

  func observer(of query: String) throws -> (id: Int, mailbox: ObserverMailbox) {
    let mailbox = ObserverMailbox()
    let id = try beginObserving(mailbox, interval: nil)
    try setScope(.statement(query), of: id)
    return (id, mailbox)
  }

  /// The positions of the observers that a script wakes.
  func told(
    _ script: String, _ observers: [(id: Int, mailbox: ObserverMailbox)]
  ) throws -> [Int] {
    try runAsCode(script)
    let messages = subscriptions?.drainMessages() ?? []
    return messages.flatMap(\.0).compactMap { mailbox in
      observers.firstIndex { $0.mailbox === mailbox }
    }.sorted()
  }

  /// Runs a script as C code does, including transactions of its own.
  func runAsCode(_ script: String) throws {
    let code = try withHandle { sqlite3_exec($0, script, nil, nil, nil) }
    if code != SQLITE_OK { throw DatabaseError(code, on: handle, sql: script) }
  }
}
