/// A database of any engine. Each operation on it runs one statement, or one transaction, on a
/// reader or on the writer.
///
/// Code that uses no feature of a specific engine can be written for all of them:
///
/// ```swift
/// func titles(in db: some SQLDatabase) async throws -> [String] {
///   try await db.fetch(Album.select { $0.title })
/// }
/// ```
public protocol SQLDatabase: Sendable {
  /// The connection that is passed to closures that run several operations.
  associatedtype Connection: SQLConnection

  /// Runs `body`, which is one statement or one read, on a connection that reads.
  func reading<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result
  /// Runs `body`, which is one statement or one transaction, on a connection that writes.
  func writing<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result
  /// Runs `body`, which writes one row, on a connection that writes.
  ///
  /// An engine may commit the rows of several tasks in one transaction (group commit) if no task
  /// can tell: the call returns when its row is committed, and an error of one task's row does not
  /// fail another's.
  func writingRow<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result

  /// Runs `body` on one snapshot of the database, without write access.
  func read<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result
  /// Runs `body` in a transaction, which is committed when `body` returns and rolled back when it
  /// throws.
  @discardableResult
  func transaction<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result
}

extension SQLDatabase {
  @_documentation(visibility: internal)
  public func writingRow<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    try await writing(body)
  }

  public func read<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    try await reading { connection in try connection.read { try body(connection) } }
  }

  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    try await writing { connection in try connection.transaction { try body(connection) } }
  }
}
