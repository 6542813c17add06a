import ORM

/// SQL that can't work, by each way in.
extension MisuseRun {
  private enum Kind { case wrong, nothing, refused, several }

  private static let texts: [(Kind, SQL)] = [
    (.wrong, "SELEC 1"), (.wrong, "SELECT"), (.wrong, "SELECT * FROM nowhere"),
    (.wrong, "SELECT nam FROM parcel"), (.wrong, "SELECT 'abc"), (.wrong, "SELECT \"abc"),
    (.wrong, "SELECT (1"), (.wrong, "INSERT INTO parcel VALUES (1)"),
    (.wrong, "INSERT INTO parcel (id, name, amount) VALUES (1, NULL, 3)"),
    (.wrong, "INSERT INTO parcel (id, nam) VALUES (1, 2)"), (.wrong, "UPDATE parcel SET nam = 1"),
    (.wrong, "DELETE FROM parcel WHERE nam = 1"), (.wrong, "SELECT nothing(1)"),
    (.wrong, "SELECT max()"), (.wrong, "SELECT abs(1, 2)"), (.wrong, "DROP TABLE nowhere"),
    (.wrong, "CREATE TABLE parcel (id)"), (.wrong, "DELETE FROM parcel WHERE id = $1"),
    (.wrong, "DELETE FROM parcel WHERE id = ?"), (.wrong, "DELETE FROM parcel WHERE id = :id"),
    (.wrong, "DELETE FROM parcel\0 WHERE 0"), (.wrong, "SELECT 1\0"), (.wrong, "\0"),
    (.wrong, "SELECT \(identifier: "") FROM parcel"), (.wrong, "SELECT * FROM \(identifier: "")"),
    (.wrong, "SELECT \(identifier: "a\0b") FROM parcel"),
    (.wrong, "CREATE TABLE \(identifier: "a\0b") (x)"),
    (.wrong, "SELECT \(identifier: "na\"me") FROM parcel"),
    (.wrong, "SELECT * FROM parcel, \(Phantom.self)"),
    (.wrong, "SELECT \(raw: String(repeating: "(", count: 3_000))"),
    (.wrong, "SELECT \(raw: String(repeating: "-", count: 1))"),
    (.wrong, "ATTACH '/no/such/folder/x' AS elsewhere"), (.wrong, "DETACH main"),
    (.wrong, "REINDEX nowhere"), (.wrong, "DELETE FROM sqlite_master"),
    (.wrong, "SELECT load_extension('nothing')"),
    (.nothing, ""), (.nothing, "   \n"), (.nothing, "-- nothing"), (.nothing, "/* nothing */"),
    (.nothing, ";"), (.nothing, " ; ; "), (.nothing, "/* open"), (.nothing, "\u{FEFF}"),
    (.refused, "BEGIN"), (.refused, "begin immediate"), (.refused, "COMMIT"), (.refused, "END"),
    (.refused, "ROLLBACK"), (.refused, "SAVEPOINT x"), (.refused, "RELEASE x"),
    (.refused, "ROLLBACK TO x"), (.refused, "/* x */ COMMIT -- y"),
    (.refused, "PRAGMA foreign_keys = OFF"), (.refused, "PRAGMA foreign_keys(0)"),
    (.refused, "pragma main.journal_mode = DELETE"), (.refused, "PRAGMA query_only = 0"),
    (.refused, "PRAGMA writable_schema = 1"), (.refused, "PRAGMA synchronous = OFF"),
    (.refused, "PRAGMA locking_mode = EXCLUSIVE"), (.refused, "PRAGMA busy_timeout = 0"),
    (.several, "DELETE FROM parcel; DELETE FROM parcel"),
    (.several, "SELECT 1; DELETE FROM parcel"),
    (.several, "SELECT 1; SELEC 2"), (.several, "DELETE FROM parcel; COMMIT"),
    (.several, "CREATE TABLE x (y); INSERT INTO x VALUES (1)"),
    (.several, "BEGIN; DELETE FROM parcel; COMMIT"),
  ]

  private static let failingWhenRun = ["INSERT", "ATTACH", "DETACH", "SELECT load_extension"]

  private static func ways(_ sql: SQL) -> [MisuseVerbs.OfDatabase] {
    let way = MisuseVerbs.OfDatabase.init
    return [
      way("execute") { try await $0.execute(sql) },
      way("script") { try await $0.execute(script: sql) },
      way("fetch") { _ = try await $0.fetch(Parcel.self, sql: sql) },
      way("fetch of values") { _ = try await $0.fetch(Int.self, sql: sql) },
      way("first") { _ = try await $0.first(Parcel.self, sql: sql) },
      way("value") { _ = try await $0.value(Int.self, sql: sql) },
      way("stream") { for try await _ in $0.stream(Int.self, sql: sql) {} },
      way("observe") { for try await _ in $0.observe(Int.self, sql: sql) { break } },
      way("explain") { _ = try await $0.explain(sql) },
      way("transaction") { try await $0.transaction { _ = try $0.execute(sql) } },
      way("transaction, script") { try await $0.transaction { try $0.execute(script: sql) } },
      way("transaction, fetch") { db in
        try await db.transaction { _ = try $0.fetch(Int.self, sql: sql) }
      },
      way("nested transaction") { db in
        try await db.transaction { tx in try tx.transaction { _ = try tx.execute(sql) } }
      },
      way("transaction, forEach") { db in
        try await db.transaction { try $0.forEach(Int.self, sql: sql) { _ in } }
      },
      way("transaction, cursor") { db in
        try await db.transaction { tx in
          try tx.withCursor(Int.self, sql: sql) { while try $0.next() != nil {} }
        }
      },
      way("transaction that waits") { db in
        try await db.transaction { tx in
          await Task.yield()
          try tx.execute(sql)
        }
      },
      way("read") { db in _ = try await db.read { try $0.fetch(Int.self, sql: sql) } },
      way("subquery") { db in
        _ = try await db.fetch(Int.self, sql: "SELECT count(*) FROM (\(sql))")
      },
    ]
  }

  mutating func wrongSQL() async throws -> String {
    let (kind, sql) = pick(Self.texts)
    let way = pick(Self.ways(sql))
    let isScript = way.name.contains("script")
    // A script of several statements is what it is for.
    if kind == .several && isScript { return try await wrongSQL() }
    let text = (try? sql.statement().sql) ?? "\(sql)"
    let name = "wrong SQL: \(way.name) of \(text.prefix(60).debugDescription)"
    let (db, isRead) = (db, way.name == "explain")
    let outcome: Outcome =
      switch kind {
      // A plan is made of what would only fail when it runs.
      case .wrong where isRead && Self.failingWhenRun.contains { text.utf8.starts(with: $0.utf8) }:
        .anErrorOrNothing
      case .wrong: .anError
      case .nothing: .anErrorOrNothing
      case .refused: isRead ? .anErrorOrNothing : .anError
      case .several: .anError
      }
    try await attempt(name, outcome) { try await way.call(db) }
    return name
  }
}
