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
    return try followingAlteration(by: statement.sql) { try runCounting(prepared) }
  }

  @_documentation(visibility: internal)
  public func runText(_ sql: SQL) throws -> Int {
    try checkCanPrepare()
    let known = try cachedStatement(
      readsOnly: false, by: { $0.write(sql) }, checkedBy: { try sql.statement() })
    if let known { return try runCounting(known) }
    let statement = try sql.statement()
    let count = try runText(statement)
    // Not cached: each run of an `ALTER TABLE` must also change the recorded representations.
    if Alteration(statement.sql) != nil { return count }
    // Only statements that write: the cache does not record whether one that reads returns rows.
    textStatements.insert(statement, .writing) { $0.write(sql) }
    return count
  }

  /// - Returns: The number of rows that the statement has changed directly.
  private func runCounting(_ statement: PreparedStatement) throws -> Int {
    let before = totalChangeCount
    try statement.run()
    // If this statement does not write, SQLite keeps the count of the last write.
    return totalChangeCount == before ? 0 : changeCount
  }

  @_documentation(visibility: internal)
  public func runScript(_ script: Statement) throws {
    authorizer.isScriptInTransaction = isInTransaction
    try runWholeScript(script)
  }

  @_documentation(visibility: internal)
  public func runWholeScript(_ script: Statement) throws {
    defer { authorizer.isScriptInTransaction = false }
    if !isLent { try checkLent(sql: script.sql) }
    try PreparedStatement.each(
      in: script, on: handle, authorizer: authorizer, arena: arena,
      callbackFailure: callbackFailure
    ) { statement in
      try check(statement)
      if let monitor { statement.monitor(by: monitor) }
      try statement.bind(ofScript: script.arguments)
      try followingAlteration(by: statement.sql) { try statement.run() }
    }
  }
}

// MARK: - On the database

extension Database {
  /// Calls `body` with the `sqlite3 *` of the writer; see ``Connection/withHandle(_:)``.
  public func withHandle<Result: Sendable>(
    _ body: @Sendable (OpaquePointer) throws -> Result
  ) async throws -> Result {
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    return try await writers.waitingForLock { try await writer.run { try $0.withHandle(body) } }
  }
}
