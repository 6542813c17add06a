import CSQLite
import ORM
import Synchronization

/// The texts of the statements that a database's writing connection runs, as SQLite tells them.
///
/// In a database in memory that is every connection.
final class StatementTrace: Sendable {
  private let texts = Mutex<[String]>([])

  var statements: [String] { texts.withLock { $0 } }

  /// Waits until a statement that begins so was begun so often: one that meets a lock is begun again.
  func wait(for prefix: String, times: Int = 1) async {
    while count(prefix) < times { await Task.yield() }
  }

  /// How often a statement that begins so was begun.
  func count(_ prefix: String) -> Int { statements.count { $0.hasPrefix(prefix) } }

  /// The statements without those by which the library looks at tables.
  var written: [String] {
    statements.filter { statement in
      !["table_list", "table_xinfo", "sqlite_schema", "sqlite_master", "orm_columns", "pragma_"]
        .contains { statement.contains($0) }
    }
  }

  func removeAll() { texts.withLock { $0 = [] } }

  /// Listens until the database is closed; the trace has to live as long.
  static func start(on db: Database) async throws -> StatementTrace {
    let trace = StatementTrace()
    try await db.withHandle { handle in
      _ = sqlite3_trace_v2(
        handle, UInt32(SQLITE_TRACE_STMT),
        { _, context, _, text in
          guard let context, let text else { return 0 }
          let trace = Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
          let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
          trace.texts.withLock { $0.append(sql) }
          return 0
        }, Unmanaged.passUnretained(trace).toOpaque())
    }
    return trace
  }

  /// Stops listening, so that nobody has to keep this.
  func stop(on db: Database) async throws {
    try await db.withHandle { _ = sqlite3_trace_v2($0, 0, nil, nil) }
    withExtendedLifetime(self) {}
  }
}
