import ORM
import Testing

@Table("entry")
private struct Entry: Equatable {
  var id: Int?
  var n: Int
}

/// SQLite looks for a table in the schema that it read last. If the table is not there, it checks
/// the file for a newer schema, but not while another connection holds the lock: then it reports
/// "no such table".
@Suite("Schema changes hidden by a lock")
struct OldSchemaTests {
  private static let create = "CREATE TABLE entry (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)"

  /// A database whose connections have read an old schema, with a second connection that has
  /// created a table and holds the lock.
  private func lockedOut(
    _ folder: TemporaryFolder, _ mode: Configuration.JournalMode, timeout: Duration,
    tracing trace: inout StatementTrace?
  ) async throws -> (Database, HeldLock) {
    var configuration = Configuration(readerCount: 1)
    configuration.journalMode = mode
    configuration.busyTimeout = timeout
    let db = try Database(folder.file(), configuration: configuration)
    try await db.execute("CREATE TABLE other (x)")
    _ = try await db.fetch(Row.self, sql: "SELECT * FROM other")
    if trace != nil { trace = try await StatementTrace.start(on: db) }
    return (db, try HeldLock(path: folder.file(), sql: "\(Self.create); COMMIT; BEGIN EXCLUSIVE"))
  }

  private static let modes = Configuration.JournalMode.allCases.filter { $0 != .wal }

  @Test("An insert waits while a lock hides a new table", arguments: OldSchemaTests.modes)
  func waits(_ mode: Configuration.JournalMode) async throws {
    let folder = try TemporaryFolder()
    var trace: StatementTrace? = StatementTrace()
    let (db, lock) = try await lockedOut(folder, mode, timeout: .seconds(600), tracing: &trace)
    async let entry = db.insert(Entry(n: 1))
    await trace?.wait(for: "SELECT 1 FROM \"main\".sqlite_master", times: 2)
    try lock.end("COMMIT")
    #expect(try await entry == Entry(id: 1, n: 1))
  }

  @Test("Each method throws a busy error, not a missing table, if a lock hides the table")
  func errors() async throws {
    let folder = try TemporaryFolder()
    var trace: StatementTrace?
    let (db, lock) = try await lockedOut(folder, .delete, timeout: .zero, tracing: &trace)
    let verbs: [@Sendable () async throws -> Void] = [
      { try await db.insert(Entry(n: 1)) },
      { try await db.insert([Entry(n: 1), Entry(n: 2)]) },
      { try await db.save(Entry(id: 1, n: 1)) },
      { try await db.run(Entry.insert(Entry(n: 1))) },
      { try await db.run(Entry.updateAll { $0.n = 2 }) },
      { _ = try await db.fetch(Entry.self) },
      { _ = try await db.count(Entry.self) },
      { _ = try await db.fetch(Row.self, sql: "SELECT * FROM entry") },
      { _ = try await db.read { db in try db.find(Entry.self, 1) } },
      { for try await _ in db.stream(Entry.all) {} },
      { try await db.execute("DELETE FROM entry") },
      { try await db.execute(script: "DELETE FROM entry; DELETE FROM other") },
      { try await db.transaction(kind: .deferred) { tx in _ = try tx.insert(Entry(n: 1)) } },
    ]
    for (place, verb) in verbs.enumerated() {
      let error = await #expect(throws: DatabaseError.self) { try await verb() }
      #expect(error?.code == .busy, "\(place): \(String(describing: error))")
    }
    try lock.end("COMMIT")
    for verb in verbs { try await verb() }
  }

  @Test("A missing table is reported as missing")
  func missing() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    let error = await #expect(throws: DatabaseError.self) { try await db.fetch(Entry.self) }
    #expect(error?.message == "no such table: entry")
    #expect(error?.hint == "create(Entry.self) creates it")
  }
}
