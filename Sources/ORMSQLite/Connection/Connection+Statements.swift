import ORMCore

@_documentation(visibility: internal)
extension Connection {
  /// The statement that does `operation` on the table, prepared when it is first asked for.
  @inlinable
  public func statement<T: NamedSource>(_ operation: TableOperation, for table: T.Type) throws
    -> PreparedStatement
  {
    if recentTable == ObjectIdentifier(table), isLent,
      let statement = recentStatements.prepared[operation.rawValue]
    {
      return statement
    }
    return try prepare(operation, for: table)
  }

  /// The statement that does `operation` on a table that can be written to now.
  @inlinable
  public func writingStatement<T: NamedSource>(
    _ operation: TableOperation, for table: T.Type
  ) throws -> PreparedStatement {
    try checkWriting()
    return try statement(operation, for: table)
  }

  /// - Throws: ``DatabaseError`` if nothing may be written now: in a `read { }`, and in the rest of
  ///   a `transaction { }` that SQLite has rolled back, in which a write would be kept though the
  ///   transaction was not.
  @inlinable
  func checkWriting(sql: String? = nil) throws {
    switch writing {
    case .always: return
    case .whileInTransaction: if !isInTransaction { throw endedTransaction(sql: sql) }
    case .never: throw refusal(sql: sql)
    }
  }

  /// - Throws: as ``checkWriting(sql:)`` where the statement writes.
  @usableFromInline
  func check(_ statement: PreparedStatement) throws {
    if !statement.isReadOnly { try checkWriting(sql: statement.sql) }
  }

  @usableFromInline
  @inline(never)
  func prepare<T: NamedSource>(_ operation: TableOperation, for table: T.Type) throws
    -> PreparedStatement
  {
    if !isLent { try checkLent() }
    let statements = statements(of: table)
    if let statement = statements.prepared[operation.rawValue] { return statement }
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

  /// Has rows read back that the statement writes, as those are on which triggers act, where the
  /// table makes other numbers of some that are written.
  func readBackNumbers<T: NamedSource>(_ statement: PreparedStatement, of table: T.Type) {
    let statements = statements(of: table)
    let changesNumbers = statements.changesNumbers ?? changesNumbers(of: table)
    statements.changesNumbers = changesNumbers
    if changesNumbers { statement.firesTriggers = true }
  }

  /// The statements of the table, which is from here on the one that was used last.
  @usableFromInline
  func statements<T: NamedSource>(of table: T.Type) -> TableStatements {
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

  /// The same, at hand where the table is the one that was used last.
  func recentlyUsedStatements<T: NamedSource>(of table: T.Type) -> TableStatements {
    recentTable == ObjectIdentifier(table) ? recentStatements : statements(of: table)
  }

  /// The statement with this text, prepared when it is first asked for.
  @usableFromInline
  func statement(_ sql: String) throws -> PreparedStatement {
    if !isLent { try checkLent(sql: sql) }
    recheckAuthorizer()
    return try textStatements.statement(for: sql) { try prepareInTime(sql) }
  }

  /// The statement that answers what is asked of a typed query, with its values bound; its text is
  /// not written if that of one that differs in values was a moment ago.
  public func bound(
    _ query: SelectNode, asking question: QueryQuestion
  ) throws -> PreparedStatement {
    if !isLent { try checkLent() }
    recheckAuthorizer()
    if let known = try textStatements.bound(query, asking: question) {
      return try known.checked { try query.tree(for: question).statement }
    }
    let written = try query.tree(for: question).statement
    let statement = try namingCreate(of: query.sourceTypes) {
      try textStatements.statement(
        for: written.sql, of: query, asking: question, written.arguments
      ) { try prepareInTime(written.sql) }
    }
    try check(statement)
    try statement.bind(written.arguments)
    return statement
  }

  public func bound<T: DatabaseTable>(
    _ write: RowsWrite, of table: T.Type
  ) throws -> PreparedStatement? {
    if !isLent { try checkLent() }
    recheckAuthorizer()
    guard let known = try textStatements.bound(write, of: ObjectIdentifier(table)) else {
      return nil
    }
    do {
      try check(known)
    } catch {
      known.reset()
      throw error
    }
    return try known.checked { try write.node(of: table).batches(of: table).first?.statement }
  }

  public func knows<T: DatabaseTable>(_ write: RowsWrite, of table: T.Type) throws -> Bool {
    try checkCanPrepare()
    return textStatements.knows(write, of: ObjectIdentifier(table))
  }

  public func remember<T: DatabaseTable>(
    _ write: WriteNode, of table: T.Type, as statement: Statement
  ) {
    textStatements.remember(write, of: ObjectIdentifier(table), as: statement)
    remember(insert: write, of: table, as: statement)
  }

  public func bound(_ sql: SQL) throws -> PreparedStatement? {
    if !isLent { try checkLent() }
    recheckAuthorizer()
    return try textStatements.bound(sql, onlyReading: true)?.checked { try sql.statement() }
  }

  public func remember(_ sql: SQL, as statement: Statement) {
    textStatements.remember(sql, as: statement, thatReads: true)
  }

  /// The statement with this text, if it can run now.
  ///
  /// - Throws: as ``checkWriting(sql:)`` where the statement writes.
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

  /// The statement of a savepoint, which the same text of the user's does not find.
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
  ///   - arena: Where its parameters stand; with those of all others, unless it runs while they do.
  ///   - author: Whose text it is.
  func prepare(
    _ sql: String, arena: ParameterArena? = nil, by author: StatementAuthor = .user
  ) throws -> PreparedStatement {
    try checkOpen(sql: sql)
    if author != .package && !isLent { try checkLent(sql: sql) }
    let start = monitor.map { _ in ContinuousClock.now }
    let (statement, facts) = try authorizer.compile(by: author) {
      try PreparedStatement.only(
        sql, on: handle, arena: arena ?? self.arena, callbackFailure: callbackFailure)
    }
    statement.firesTriggers = facts.firesTriggers
    if let monitor, let start { statement.monitor(by: monitor, preparing: .now - start) }
    return statement
  }

  /// Prepares a statement, and does not run it where the task was cancelled meanwhile, or its time
  /// is up.
  ///
  /// SQLite can be stopped while it runs a statement, and not, before 3.41, while it prepares one,
  /// which takes longer than that for some.
  private func prepareInTime(_ sql: String) throws -> PreparedStatement {
    let statement = try prepare(sql)
    try Task.checkCancellation()
    try Deadline.check(sql: sql)
    return statement
  }

  /// - Throws: ``DatabaseError`` where a statement can't be prepared by who asks, or used.
  func checkCanPrepare(sql: String? = nil) throws {
    try checkOpen(sql: sql)
    if !isLent { try checkLent(sql: sql) }
    recheckAuthorizer()
  }

  /// Forgets every statement if it can't be known any more whether it fires triggers.
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
    if !isInReach { return notLent(sql: sql) }
    if state.isRollingBack {
      return DatabaseError(
        extendedCode: .abort, message: "the transaction is to be rolled back: it can't write",
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
      message: "the transaction has ended before its body: an error in it has rolled it back, or"
        + " SQL by way of withHandle has ended it, and what was written until then may be kept",
      sql: sql)
  }

  /// Looks for a transaction that was left open, in which all that other tasks write would be, to
  /// be lost in the end; and ends it.
  ///
  /// No verb begins one and leaves it open. C code can, and SQL where an authorizer of the user's
  /// own has taken the place of ``authorizer``.
  @inline(__always)
  func checkNoTransaction() throws {
    if isInTransaction { throw endLeftTransaction() }
  }

  @inline(never)
  private func endLeftTransaction() -> DatabaseError {
    rollBack()
    return DatabaseError(
      extendedCode: .abort,
      message: "a transaction was left open, which is now rolled back: begin one by"
        + " transaction { }, or, in withHandle, end it there")
  }
}
