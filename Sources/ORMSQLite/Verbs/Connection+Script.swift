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
    // SQLite keeps the count of the last write if this statement was none.
    return totalChangeCount == before ? 0 : changeCount
  }

  @_documentation(visibility: internal)
  public func runScript(_ script: Statement) throws {
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
  /// Gives the writing connection as C has it; see ``Connection/withHandle(_:)``.
  public func withHandle<Result: Sendable>(
    _ body: @Sendable (OpaquePointer) throws -> Result
  ) async throws -> Result {
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    return try await writer.run { try $0.withHandle(body) }
  }
}
