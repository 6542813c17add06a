import CSQLite
import ORM
import Synchronization
import Testing

/// SQLite does not call the busy handler if a connection that reads the file wants to write to it,
/// as `PRAGMA journal_mode` does.
@Suite("Opening a locked file")
struct OpeningBesideLockTests {
  /// A configuration whose connections count their queries of the journal mode.
  private func configuration(
    counting trace: OpeningTrace, prepare: SQL? = nil, timeout: Duration = .seconds(600)
  ) -> Configuration {
    var configuration = Configuration()
    configuration.busyTimeout = timeout
    configuration.prepareConnection = { connection in
      connection.withHandle { trace.start(on: $0) }
      if let prepare { try connection.execute(prepare) }
    }
    return configuration
  }

  /// Makes a file without a write-ahead log.
  private func makeFile(_ path: String) async throws {
    var configuration = Configuration()
    configuration.journalMode = .delete
    let db = try Database(path, configuration: configuration)
    try await db.execute("CREATE TABLE t (x)")
    try await db.close()
  }

  @Test(
    "Opening waits for a lock before it changes the journal mode",
    arguments: [nil, "PRAGMA journal_mode = wal"])
  func waits(_ prepare: String?) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try await makeFile(path)
    let lock = try HeldLock(path: path)
    let trace = OpeningTrace()
    let configuration = configuration(counting: trace, prepare: prepare.map { "\(raw: $0)" })
    async let opened = OwnThread.run { try Database(path, configuration: configuration) }
    await trace.wait(times: 3)
    try lock.end("COMMIT")
    let db = try await opened
    #expect(try await db.value(String.self, sql: "PRAGMA journal_mode") == "wal")
  }

  @Test(
    "Several connections can leave WAL mode at the same time as they are opened",
    arguments: Configuration.JournalMode.allCases.filter { $0 != .wal }, [false, true])
  func removesLog(_ mode: Configuration.JournalMode, isPrepared: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    // While this database is open, no other connection can remove the WAL.
    let holder = try Database(path)
    try await holder.execute("CREATE TABLE t (x)")
    let traces = (0..<6).map { _ in OpeningTrace() }
    try await withThrowingTaskGroup(of: String?.self) { group in
      for trace in traces {
        var configuration = configuration(
          counting: trace,
          prepare: isPrepared ? "PRAGMA journal_mode = \(raw: mode.rawValue)" : nil,
          timeout: .seconds(60))
        if !isPrepared { configuration.journalMode = mode }
        group.addTask { [configuration] in
          let db = try await OwnThread.run { try Database(path, configuration: configuration) }
          try await db.execute("INSERT INTO t VALUES (1)")
          let found = try await db.value(String.self, sql: "PRAGMA journal_mode")
          try await db.close()
          return found
        }
      }
      for trace in traces { await trace.wait(times: 2, mode.rawValue) }
      try await holder.close()
      for try await found in group { #expect(found != "wal") }
    }
    let db = try Database(path)
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM t") == 6)
  }

  @Test("Opening a locked file throws a busy error after the busy timeout")
  func throwsInTheEnd() async throws {
    let folder = try TemporaryFolder()
    try await makeFile(folder.file())
    let lock = try HeldLock(path: folder.file())
    let configuration = configuration(counting: OpeningTrace(), timeout: .zero)
    let error = #expect(throws: DatabaseError.self) {
      try Database(folder.file(), configuration: configuration)
    }
    #expect(error?.code == .busy)
    #expect(error?.path == folder.file())
    try lock.end("ROLLBACK")
    _ = try Database(folder.file(), configuration: configuration)
  }
}

/// Counts how often connections query or set the journal mode while they are opened.
private final class OpeningTrace: Sendable {
  private let texts = StatementTexts()

  func start(on handle: OpaquePointer) {
    _ = sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        Unmanaged<StatementTexts>.fromOpaque(context).takeUnretainedValue()
          .add(String(cString: text.assumingMemoryBound(to: CChar.self)))
        return 0
      }, Unmanaged.passRetained(texts).toOpaque())
  }

  func wait(times: Int, _ mode: String = "wal") async {
    while texts.count(containing: "journal_mode = \(mode)") < times { await Task.yield() }
  }
}

private final class StatementTexts: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  func count(containing part: String) -> Int {
    texts.withLock { $0.count { $0.contains(part) } }
  }
}
