import ORMCore

@_documentation(visibility: internal)
extension Connection {
  /// The table's statement for `operation`, prepared when it is first needed.
  @inlinable
  public func statement<T: TableOrView>(_ operation: TableOperation, for table: T.Type) throws
    -> PreparedStatement
  {
    if recentTable == ObjectIdentifier(table), isLent,
      let statement = recentStatements.prepared[operation.rawValue]
    {
      return statement
    }
    return try prepare(operation, for: table)
  }

  /// The table's statement for `operation`, if the connection may write now.
  @inlinable
  public func writingStatement<T: TableOrView>(
    _ operation: TableOperation, for table: T.Type
  ) throws -> PreparedStatement {
    try checkWriting()
    return try statement(operation, for: table)
  }

  /// - Throws: ``DatabaseError`` if nothing may be written now: in a `read { }`, and in the rest of
  ///   a `transaction { }` that SQLite has rolled back, in which a write would be kept although the
  ///   transaction was not.
  @inlinable
  func checkWriting(sql: String? = nil) throws {
    switch writing {
    case .always: return
    case .whileInTransaction: if !isInTransaction { throw endedTransaction(sql: sql) }
    case .never: throw refusal(sql: sql)
    }
  }

  /// - Throws: The errors of ``checkWriting(sql:)`` if the statement writes.
  @usableFromInline
  func check(_ statement: PreparedStatement) throws {
    if !statement.isReadOnly { try checkWriting(sql: statement.sql) }
  }

  @usableFromInline
  @inline(never)
  func prepare<T: TableOrView>(_ operation: TableOperation, for table: T.Type) throws
    -> PreparedStatement
  {
    if !isLent { try checkLent() }
    let statements = statements(of: table)
    if let statement = statements.prepared[operation.rawValue] { return statement }
    RedactedColumns.note(table)
    let statement = try namingCreate(of: [table]) { try prepareInTime(operation.sql(for: table)) }
    if operation == .selectAll { statement.integers = integerColumns(of: table) }
    switch operation {
    case .insert: readBackNumbers(statement, of: table)
    case .update:
      readBackNumbers(statement, of: table)
      try checkKey(of: table, for: statement)
    case .delete: try checkKey(of: table, for: statement)
    case .upsert:
      readBackNumbers(statement, of: table)
      if try leavesColumns(of: table) { statement.firesTriggers = true }
      if collatesKey(of: table) { statement.firesTriggers = true }
    case .insertWithoutKey:
      readBackNumbers(statement, of: table)
      try checkGivesKey(of: table, to: statement)
      statement.lastPosition = statement.parameterCount
    default: break
    }
    statements.prepared[operation.rawValue] = statement
    return statement
  }

  /// Makes the statement read back the rows that it writes, as if triggers changed them, if the
  /// table converts some numbers when it stores them.
  func readBackNumbers<T: TableOrView>(_ statement: PreparedStatement, of table: T.Type) {
    let statements = statements(of: table)
    let changesNumbers = statements.changesNumbers ?? changesNumbers(of: table)
    statements.changesNumbers = changesNumbers
    if changesNumbers { statement.firesTriggers = true }
  }

  /// The statements of the table, which becomes the most recently used one.
  @usableFromInline
  func statements<T: TableOrView>(of table: T.Type) -> TableStatements {
    recheckAuthorizer()
    let key = ObjectIdentifier(table)
    let statements =
      tableStatements[key]
      ?? TableStatements(keyMayNotFit: T.keyMayNotFit, generatesKeys: T.generatesKeys)
    tableStatements[key] = statements
    recentTable = key
    recentStatements = statements
    return statements
  }

  /// The same, without a lookup if the table is the most recently used one.
  func recentlyUsedStatements<T: TableOrView>(of table: T.Type) -> TableStatements {
    recentTable == ObjectIdentifier(table) ? recentStatements : statements(of: table)
  }

  /// The statement with this SQL, prepared when it is first needed.
  @usableFromInline
  func statement(_ sql: String) throws -> PreparedStatement {
    if !isLent { try checkLent(sql: sql) }
    recheckAuthorizer()
    return try textStatements.statement(for: sql) { try prepareInTime(sql) }
  }

  /// The statement for a typed query, with its values bound. If a query with the same key ran
  /// recently, its SQL is reused.
  public func bound(
    _ query: SelectNode, asking question: QueryQuestion
  ) throws -> PreparedStatement {
    if !isLent { try checkLent() }
    recheckAuthorizer()
    let known = try textStatements.bound(by: { $0.write(query, asking: question) }) {
      try query.tree(for: question).statement
    }
    if let known { return known }
    query.sourceTypes.forEach(RedactedColumns.note)
    let rendered = try query.tree(for: question).statement
    let statement = try namingCreate(of: query.sourceTypes) {
      try textStatements.statement(for: rendered.sql) { try prepareInTime(rendered.sql) }
    }
    textStatements.insert(rendered, .reading) { $0.write(query, asking: question) }
    try check(statement)
    try statement.bind(rendered.arguments)
    return statement
  }

  public var statementCache: StatementCache<PreparedStatement>? { textStatements }

  public func cachedStatement(
    readsOnly: Bool, by write: (inout StatementKeyWriter) -> Bool,
    checkedBy render: () throws -> Statement?
  ) throws -> PreparedStatement? {
    if !isLent { try checkLent() }
    recheckAuthorizer()
    let known = try textStatements.bound(
      readsOnly ? .reading : .any, by: write, checkedBy: render)
    guard let known else { return nil }
    do {
      try check(known)
    } catch {
      known.reset()
      throw error
    }
    return known
  }

  /// Returns false if the insert leaves the key to a database that does not generate it: each row
  /// is checked for a key when the SQL is rendered.
  public func canCacheInserts<T: DatabaseTable>(into table: T.Type) -> Bool {
    if case .nothing? = recentlyUsedStatements(of: table).keySource { false } else { true }
  }

  /// The statement with this SQL, if it can run now.
  ///
  /// - Throws: The errors of ``checkWriting(sql:)`` if the statement writes.
  @usableFromInline
  func checkedStatement(_ sql: String) throws -> PreparedStatement {
    let statement = try statement(sql)
    try check(statement)
    return statement
  }

  /// The statement that opens or ends a transaction.
  func control(_ control: ControlStatement) throws -> PreparedStatement {
    if let statement = controlStatements[control] { return statement }
    let statement = try prepare(control.rawValue, by: .package)
    controlStatements[control] = statement
    return statement
  }

  /// The statement of a savepoint. It is kept apart from raw SQL with the same text.
  func savepointStatement(
    _ action: Savepoints.Action, at depth: Int
  ) throws -> PreparedStatement {
    recheckAuthorizer()
    if let known = savepoints.statement(action, at: depth) { return known }
    let statement = try prepare(action.sql(at: depth), by: .package)
    savepoints.keep(statement, for: action, at: depth)
    return statement
  }

  /// - Parameters:
  ///   - arena: The storage of the statement's parameters; the connection's own, unless the
  ///     statement runs while the connection's parameters are in use.
  ///   - author: The author of the SQL.
  func prepare(
    _ sql: String, arena: ParameterArena? = nil, by author: StatementAuthor = .user
  ) throws -> PreparedStatement {
    try checkOpen(sql: sql)
    if author != .package && !isLent { try checkLent(sql: sql) }
    let start = monitor.map { _ in ContinuousClock.now }
    let notesColumns = monitor != nil && !RedactedColumns.isEmpty
    let (statement, facts) = try authorizer.compile(by: author, notingColumns: notesColumns) {
      try PreparedStatement.only(
        sql, on: handle, arena: arena ?? self.arena, callbackFailure: callbackFailure)
    }
    statement.firesTriggers = facts.firesTriggers
    statement.usedColumns = facts.columns
    if let monitor, let start { statement.monitor(by: monitor, preparing: .now - start) }
    return statement
  }

  /// Prepares a statement, and throws if by then the task was cancelled, or its time is up.
  ///
  /// SQLite can be interrupted while it runs a statement, but not, before 3.41, while it prepares
  /// one, which for some statements takes longer than to run them.
  private func prepareInTime(_ sql: String) throws -> PreparedStatement {
    let statement = try prepare(sql)
    try Task.checkCancellation()
    try Deadline.check(sql: sql)
    return statement
  }

  /// - Throws: ``DatabaseError`` if the caller can't prepare or use a statement on this connection.
  func checkCanPrepare(sql: String? = nil) throws {
    try checkOpen(sql: sql)
    if !isLent { try checkLent(sql: sql) }
    recheckAuthorizer()
  }

  /// Forgets every statement if the connection can no longer determine which of them fire triggers.
  private func recheckAuthorizer() {
    guard authorizer.mayBeReplaced else { return }
    if authorizer.recheck(on: handle) { forgetStatements() }
  }

  /// Forgets the statements of tables, and everything that is cached about the tables.
  @usableFromInline
  func forgetTables() {
    recentTable = nil
    recentStatements = TableStatements()
    tableStatements.removeAll()
    uniqueKeys.removeAll()
  }

  /// Makes SQLite compile every statement again.
  func forgetStatements() {
    forgetTables()
    textStatements.removeAll()
    savepoints.removeAll()
    openStatements.removeAll()
  }

  @usableFromInline
  @inline(never)
  func refusal(sql: String? = nil) -> DatabaseError {
    if !isInReach { return connectionExpired(sql: sql) }
    if state.isRollingBack {
      return DatabaseError(
        extendedCode: .abort, message: "a transaction can't write after rollback()",
        sql: sql)
    }
    return DatabaseError(
      extendedCode: .readOnly, message: "a read { } can't write; use transaction { }", sql: sql)
  }

  @usableFromInline
  @inline(never)
  func endedTransaction(sql: String? = nil) -> DatabaseError {
    DatabaseError(
      extendedCode: .abort,
      message: "the transaction ended before its body returned: an error rolled it back, or SQL run"
        + " through withHandle ended it; earlier writes may have been committed",
      sql: sql)
  }

  /// Rolls back a transaction that was left open, and throws: other tasks' writes would become part
  /// of it, and be lost in the end.
  ///
  /// No verb begins a transaction and leaves it open. C code can, and so can raw SQL if an
  /// authorizer of the program has replaced ``authorizer``.
  @inline(__always)
  func checkNoTransaction() throws {
    if isInTransaction { throw endLeftTransaction() }
  }

  @inline(never)
  private func endLeftTransaction() -> DatabaseError {
    rollBack()
    return DatabaseError(
      extendedCode: .abort,
      message: "a transaction was left open and has been rolled back: use transaction { }, or, in"
        + " withHandle, end it before the closure returns")
  }
}
