import ORMCore
import Synchronization

/// One connection to a database, and the verbs on it.
///
/// Closures given to ``Database`` get their connection isolated to them, so that every verb is
/// synchronous there:
///
/// ```swift
/// try await db.transaction { tx in
///   for var album in albums {
///     album.title += " (remaster)"
///     try tx.update(album)
///   }
/// }
/// ```
///
/// It is the closure's, and whatever the closure calls or waits for. Who keeps it for longer gets
/// ``DatabaseError`` with the code ``ResultCode/notLent`` from each verb, as it may have become
/// another task's.
public final actor Connection {
  // An actor is never inherited from, but without `final`, other modules read each
  // property by a call.

  /// The connection, as C has it.
  @exclusivity(unchecked) @usableFromInline private(set) var handle: OpaquePointer
  private let owner: ConnectionHandle
  let configuration: Configuration

  @usableFromInline let arena = ParameterArena()
  @usableFromInline let authorizer: Authorizer
  let callbackFailure: SwiftFunctionError
  /// The hook that is notified of each statement, if any.
  let monitor: StatementMonitor?
  let extensions: ExtensionRegistry
  /// The registry's version when this connection registered what is in it.
  private var extensionsVersion = 0
  /// How often the tables had changed when this connection began to prepare statements.
  private var renewalCount: Int
  // The statements of the table that was used last are one comparison away, all others a look-up.
  // These are read and written as wholes, one after the other: there is nothing to check at run
  // time, which every call would pay for.
  @exclusivity(unchecked) @usableFromInline var recentTable: ObjectIdentifier?
  @exclusivity(unchecked) @usableFromInline var recentStatements = TableStatements()
  private var tableStatements: [ObjectIdentifier: TableStatements] = [:]
  private var textStatements: StatementCache
  private var controlStatements: [ControlStatement: PreparedStatement] = [:]
  private var savepointStatements = StatementCache(capacity: 24)
  let openStatements = OpenStatements()

  /// In which part of a transaction the connection is.
  @exclusivity(unchecked) var state = TransactionState.none {
    didSet { writing = readsOnly ? .never : state.writing }
  }
  /// When a statement may write in this state: kept because each write asks.
  @exclusivity(unchecked) @usableFromInline private(set) var writing: WritePermission
  /// The actions that wait for the transaction to be committed.
  var commitActions: [@Sendable () -> Void] = []
  /// Whether nothing is ever written.
  private let readsOnly: Bool
  /// What the rows of lists are hashed into, while an observation reads.
  @exclusivity(unchecked) @usableFromInline var listHash: ListHash?
  /// The rows of a stream that has this connection to itself.
  var openRows: AnyObject?
  /// Whose rows these are.
  var rowsOwner: ObjectIdentifier?
  /// Whether these rows, or a snapshot, were left by someone who has let go of the connection. It
  /// is set wherever that happens, while nobody has the connection, and cleared by its own code.
  nonisolated let isLeft = Atomic(false)

  /// Whether the closure runs, without a suspension, that the connection was lent for. Whoever
  /// keeps it and uses it later does so when no such closure runs.
  @exclusivity(unchecked) @usableFromInline var isLent = false
  /// The task that has the connection across suspensions, between which others run on it.
  @exclusivity(unchecked) var hold: HeldConnection?

  /// - Parameters:
  ///   - waitsForLocks: Whether the thread is blocked where another connection holds a lock.
  ///   - fill: Fills the new database, if it begins as a copy of another.
  init(
    path: String, role: Role, configuration: Configuration, extensions: ExtensionRegistry,
    waitsForLocks: Bool = true, fillingBy fill: (@Sendable (ConnectionHandle) throws -> Void)? = nil
  ) throws {
    let prepared: PragmaRecorder?
    do {
      owner = try ConnectionHandle(
        path: path, for: role.access(makesFile: configuration.makesFile),
        vfs: configuration.vfs, isImmutable: configuration.isImmutable,
        uriParameters: configuration.uriParameters)
      handle = owner.pointer
      authorizer = owner.authorizer
      callbackFailure = SwiftFunctionError(reportingTo: owner.hooks)
      prepared = try configuration.prepare(handle)
      try role.configure(
        RawConnection(handle), configuration, waitsForLocks: waitsForLocks,
        besides: prepared?.names ?? [])
      try DecimalFunctions.register(on: handle, failure: callbackFailure)
    } catch let error as DatabaseError {
      throw error.explainingOpening(
        path, isReadOnly: role == .reader || role == .onlyReader,
        makesFile: configuration.makesFile)
    }
    try fill?(owner)
    self.configuration = configuration
    self.extensions = extensions
    renewalCount = extensions.renewalCount
    monitor =
      configuration.isMonitored
      ? StatementMonitor(
        hooks: configuration.statementHooks, path: path,
        check: configuration.warnings.map { [owner] in
          QueryAdvisor(
            $0, connection: owner.pointer, checksKeys: role == .writer || role == .alone
          ).check
        })
      : nil
    textStatements = StatementCache(capacity: max(1, configuration.statementCacheCapacity))
    readsOnly = role == .reader || role == .checker
    writing = readsOnly ? .never : .always
    if prepared?.isReplaced == true {
      authorizer.giveWay()
    } else {
      authorizer.install(on: handle)
    }
  }
}

// MARK: - Statements

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
    case .insert, .upsert: readBackNumbers(statement, of: table)
    case .insertWithoutKey:
      readBackNumbers(statement, of: table)
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
    if let known = try textStatements.bound(query, asking: question) { return known }
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
    _ write: WriteNode, of table: T.Type
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
    return known
  }

  public func remember<T: DatabaseTable>(
    _ write: WriteNode, of table: T.Type, as statement: Statement
  ) {
    textStatements.remember(write, of: ObjectIdentifier(table), as: statement)
  }

  public func bound(_ sql: SQL) throws -> PreparedStatement? {
    if !isLent { try checkLent() }
    recheckAuthorizer()
    return try textStatements.bound(sql)
  }

  public func remember(_ sql: SQL, as statement: Statement) {
    textStatements.remember(sql, as: statement)
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
  func savepointStatement(_ sql: String) throws -> PreparedStatement {
    recheckAuthorizer()
    return try savepointStatements.statement(for: sql) { try prepare(sql, by: .package) }
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

  /// Lets every statement be compiled again.
  func forgetStatements() {
    recentTable = nil
    recentStatements = TableStatements()
    tableStatements.removeAll()
    textStatements.removeAll()
    savepointStatements.removeAll()
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

// MARK: - Opening and closing

extension Connection {
  /// Begins a task's work: lets go of what the one before has left, and registers the functions
  /// and collations that were added since this was last done.
  func registerExtensions() throws {
    releaseIfLeft()
    monitor?.begin()
    let latest = extensions.version
    if latest == extensionsVersion { return }
    for (version, addition) in extensions.additions(after: extensionsVersion) {
      try addition.register(on: handle, failure: callbackFailure)
      extensionsVersion = version
    }
    extensionsVersion = max(extensionsVersion, latest)
    if renewalCount != extensions.renewalCount {
      renewalCount = extensions.renewalCount
      try reloadSchema()
    }
  }

  /// Lets go of what is known of tables, also by SQLite, which otherwise finds out that they are
  /// others when a statement is run, and not when one is prepared.
  func reloadSchema() throws {
    forgetStatements()
    try PreparedStatement.only(
      SchemaReader.reloadingSQL, on: handle, arena: arena, callbackFailure: callbackFailure
    ).run()
  }

  /// Closes the connection. Whoever still has it gets an error from each verb.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory left, and nothing has happened then.
  func close() throws {
    guard !owner.isClosed else { return }
    releaseIfLeft()
    hooks.close()
    openRows = nil
    rowsOwner = nil
    forgetStatements()
    controlStatements.removeAll()
    try owner.close()
    handle = owner.pointer
  }

  /// What notifies the observers of this connection.
  var hooks: ConnectionHooks { owner.hooks }

  /// The path of the file; empty for a temporary database and `:memory:` for one in memory.
  var path: String { owner.path }

  /// - Throws: ``DatabaseError`` where the connection is closed.
  func checkOpen(sql: String? = nil) throws {
    if owner.isClosed { throw DatabaseError.closed(path, sql: sql) }
  }
}
