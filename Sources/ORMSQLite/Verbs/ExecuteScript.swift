import ORMCore

extension Connection {
  @_documentation(visibility: internal)
  public func runText(_ statement: Statement) throws -> Int {
    let prepared: PreparedStatement
    do {
      prepared = try checkedStatement(statement.sql)
    } catch let error as DatabaseError {
      throw error.explainingParameter(isThere: !statement.arguments.isEmpty)
    }
    try prepared.bind(statement.arguments)
    let before = totalChangeCount
    try prepared.run()
    // The count of changes stands from the last write where this statement was none.
    return totalChangeCount == before ? 0 : changeCount
  }

  /// Runs the statements of a script, one after the other. A value in it is bound, as in all
  /// ``SQL``.
  ///
  /// ```swift
  /// try db.execute(script: "DELETE FROM tag WHERE name = \(name); DELETE FROM hit WHERE tag = \(name)")
  /// // DELETE FROM tag WHERE name = $1; DELETE FROM hit WHERE tag = $2
  /// try db.execute(script: "\(raw: String(contentsOf: file, encoding: .utf8))")
  /// ```
  ///
  /// It runs in the transaction that is around the call, and has none of its own: leave `BEGIN` and
  /// `COMMIT` out of a script that was written by `.dump`.
  ///
  /// - Throws: ``DatabaseError`` at the first statement that fails, that
  ///   ``SQLConnection/execute(_:)`` refuses, or that has a parameter without a value; those before
  ///   it are kept, unless a transaction is around the call. ``ValueEncodingError`` before any
  ///   of them runs.
  public func execute(script: SQL) throws {
    let script = try script.statement()
    if !isLent { try checkLent(sql: script.sql) }
    try PreparedStatement.each(
      in: script, on: handle, authorizer: authorizer, arena: arena,
      callbackFailure: callbackFailure
    ) { statement in
      try check(statement)
      if let monitor { statement.monitor(by: monitor) }
      try statement.bind(ofScript: script.arguments)
      try statement.run()
    }
  }
}

// MARK: - On the database

extension Database {
  /// Runs the statements of a script in one transaction; see ``Connection/execute(script:)``.
  public func execute(script: SQL) async throws {
    try await transaction { try $0.execute(script: script) }
  }

  /// Gives the writing connection as C has it; see ``Connection/withHandle(_:)``.
  public func withHandle<Result: Sendable>(
    _ body: @Sendable (OpaquePointer) throws -> Result
  ) async throws -> Result {
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    return try await writer.run { try $0.withHandle(body) }
  }
}
