/// A database of any engine, and the verbs on it: each runs one statement, or one transaction, on a
/// connection that fits.
///
/// Code that uses no feature of one engine can be written for all of them:
///
/// ```swift
/// func titles(in db: some SQLDatabase) async throws -> [String] {
///   try await db.fetch(Album.select { $0.title })
/// }
/// ```
public protocol SQLDatabase: Sendable {
  /// What closures get that several verbs go into.
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
  /// An engine may commit the rows of several tasks at once, as long as each task can't tell: the
  /// call returns when its row is committed, and fails for no reason of another's.
  func writingRow<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result

  /// Runs `body` on one state of the database, which it can't change.
  func read<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result
  /// Runs `body` in a transaction: what it did is kept when it returns, and undone when it throws.
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
}
