public import ORM
import Synchronization
public import Testing

/// Expects that a closure runs at most `limit` statements on a database. A failure lists the
/// statements that ran.
///
/// ```swift
/// let artists = try await expectStatements(atMost: 2) {
///   try await db.fetch(Artist.select { ($0.name, $0.albums) })
/// }
/// ```
///
/// Statements are counted for all tasks that use the database while `body` runs. Not counted are
/// statements of other databases, `BEGIN`, `COMMIT`, savepoints, the queries by which the library
/// reads the schema or explains an error, and the statements of a `read { }` or a `transaction { }`
/// that began before `body`. An insert or a write of many rows counts as the number of statements
/// that it runs.
///
/// - Parameters:
///   - limit: The maximum number of statements.
///   - database: The database whose statements are counted. The default is the test's; see
///     ``DatabaseTrait``.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`, in which case nothing is checked; ``MissingDatabaseError`` if no
///   database is given and the test has none.
@discardableResult
public func expectStatements<Result>(
  atMost limit: Int, in database: Database? = nil, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Result
) async throws -> Result {
  let recorder = StatementRecorder()
  let result = try await (database ?? .current).reporting(to: recorder.hook, body)
  let statements = recorder.statements
  if statements.count > limit {
    let list = statements.map { "\n\($0)" }.joined()
    Issue.record(
      "\(statements.count) statements ran, but at most \(limit) were expected:\(list)",
      sourceLocation: sourceLocation)
  }
  return result
}

/// Records the SQL of statements.
private final class StatementRecorder: Sendable {
  private let texts = Mutex<[String]>([])

  var statements: [String] { texts.withLock { $0 } }

  var hook: StatementHook {
    StatementHook { event in
      // Characters: words of ASCII letters only
      if Self.ofTransactions.contains(event.operation) { return }
      self.texts.withLock { $0.append(event.sql) }
    }
  }

  private static let ofTransactions: Set<String> = [  // Characters: words of ASCII letters only
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE",
  ]
}
