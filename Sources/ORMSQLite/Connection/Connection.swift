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
  /// The registry's version when this connection registered what is in it; nil until the
  /// connection is set up.
  private var extensionsVersion: Int?
  let role: Role
  /// How often the tables had changed when this connection began to prepare statements.
  private var renewalCount: Int
  // The statements of the table that was used last are one comparison away, all others a look-up.
  // These are read and written as wholes, one after the other: there is nothing to check at run
  // time, which every call would pay for.
  @exclusivity(unchecked) @usableFromInline var recentTable: ObjectIdentifier?
  @exclusivity(unchecked) @usableFromInline var recentStatements = TableStatements()
  var tableStatements: [ObjectIdentifier: TableStatements] = [:]
  /// Whether at most one row has a key, by the type of each table that was asked about.
  var uniqueKeys: [ObjectIdentifier: Bool] = [:]
  // Nobody else has the connection while a statement is looked for, or is prepared in there.
  @exclusivity(unchecked) var textStatements: StatementCache
  var controlStatements: [ControlStatement: PreparedStatement] = [:]
  @exclusivity(unchecked) var savepoints = Savepoints()
  let openStatements = OpenStatements()
  /// The read that stands open between calls; nil of connections that never keep one.
  nonisolated let standing: StandingRead?

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
  /// Whether who has the connection gives its observers what they are to have, when he is done; and
  /// whether there is something, and how it is given.
  @exclusivity(unchecked) var delivers = false
  @exclusivity(unchecked) var hasMessages = false
  var delivery: ((isolated Connection) -> Void)?
  /// The task that has the connection across suspensions, between which others run on it.
  @exclusivity(unchecked) var hold: HeldConnection?

  /// - Parameters:
  ///   - waitsForLocks: Whether the thread is blocked where another connection holds a lock.
  ///   - fill: Fills the new database, if it begins as a copy of another.
  init(
    path: String, role: Role, configuration: Configuration, extensions: ExtensionRegistry,
    waitsForLocks: Bool = true, fillingBy fill: (@Sendable (ConnectionHandle) throws -> Void)? = nil
  ) throws {
    let opened: OpenedConnection
    do {
      // Opening a database is synchronous. This is the only place that blocks the thread until a
      // lock is free.
      let wait = LockWait(waitsForLocks ? configuration.busyTimeout : .zero)
      opened =
        if role.mayRemoveLog(configuration) {
          try wait.run { try OpenedConnection(path, role, configuration, waiting: $0) }
        } else {
          try OpenedConnection(path, role, configuration, waiting: wait)
        }
      owner = opened.owner
      handle = owner.pointer
      authorizer = owner.authorizer
      callbackFailure = SwiftFunctionError(reportingTo: owner.hooks)
      if opened.isSetUp {
        try DecimalFunctions.register(on: handle, failure: callbackFailure)
        extensionsVersion = 0
        if configuration.allowsUnknownCollations, role.onlyReads {
          owner.unknownCollations?.register()
        }
      }
    } catch let error as DatabaseError {
      throw error.explainingOpening(
        path, isReadOnly: role == .reader || role == .onlyReader,
        makesFile: configuration.makesFile)
    }
    self.role = role
    authorizer.isOneOfSeveral = role != .alone
    if !role.isOfMigration {
      Self.watchMigrations(of: owner, configuration, extensions, callbackFailure)
    }
    standing =
      if role == .reader, configuration.leavesLocksToSQLite(opened.prepared) {
        StandingRead(on: owner.pointer)
      } else {
        nil
      }
    try fill?(owner)
    self.configuration = configuration
    self.extensions = extensions
    renewalCount = extensions.renewalCount
    monitor =
      configuration.isMonitored
      ? StatementMonitor(
        hooks: configuration.statementHooks, path: path, authorizer: authorizer,
        check: configuration.warnings.map { [owner] in
          let advisor = QueryAdvisor(
            $0, connection: owner.pointer, checksKeys: role == .writer || role == .alone)
          let authorizer = owner.authorizer
          return { statement in
            try authorizer.refusingNothing { try advisor.check(statement) }
          }
        })
      : nil
    textStatements = StatementCache(capacity: max(1, configuration.statementCacheCapacity))
    readsOnly = role == .reader || role == .checker
    writing = readsOnly ? .never : .always
    if opened.prepared?.isReplaced == true {
      authorizer.giveWay()
    } else {
      authorizer.install(on: handle)
    }
  }
}

extension Connection {
  /// Begins a task's work: lets go of what the one before has left, and registers the functions
  /// and collations that were added since this was last done.
  ///
  /// - Throws: ``DatabaseLocked`` if another connection's lock prevented it; the next task begins
  ///   again.
  func registerExtensions() throws {
    releaseIfLeft()
    monitor?.begin()
    let latest = extensions.version
    if latest == extensionsVersion { return }
    // SQLite refuses to replace functions while a statement reads.
    standing?.end()
    let known = try extensionsVersion ?? setUp()
    if !role.isOfMigration { try checkIsNewest() }
    for (version, addition) in extensions.additions(after: known) {
      try addition.register(
        on: handle, failure: callbackFailure, isInSchema: configuration.trustsSchema)
      extensionsVersion = version
    }
    extensionsVersion = max(extensionsVersion ?? 0, latest)
    if renewalCount != extensions.renewalCount {
      let count = extensions.renewalCount
      try mappingBusyToLocked { try reloadSchema() }
      renewalCount = count
    }
  }

  /// Takes a version of the registry for done, if nothing else was added since the task began.
  func skipCheck(_ version: Int) {
    if version - 1 == extensionsVersion { extensionsVersion = version }
  }

  /// Whether nothing was added or changed since the task began that has the connection.
  var isUpToDate: Bool {
    extensions.version == extensionsVersion && extensions.renewalCount == renewalCount
  }

  /// Does what opening the connection has left for its first task.
  ///
  /// - Returns: the version of a registry with nothing in it.
  /// - Throws: ``DatabaseLocked`` where another connection's lock was in the way; the next task
  ///   begins again.
  private func setUp() throws -> Int {
    try checkOpen()
    do {
      try role.finish(RawConnection(handle), configuration)
      try DecimalFunctions.register(on: handle, failure: callbackFailure)
    } catch let error as DatabaseError {
      let error = error.explainingOpening(
        path, isReadOnly: false, makesFile: configuration.makesFile)
      throw error.isOfLock ? DatabaseLocked(error: error) : error
    }
    extensionsVersion = 0
    return 0
  }

  /// Lets go of what is known of tables, also by SQLite, which otherwise finds out that they are
  /// others when a statement is run, and not when one is prepared.
  func reloadSchema() throws {
    forgetStatements()
    try readSchemaAgain()
  }

  /// Makes SQLite read the current schema of the file.
  func readSchemaAgain() throws { try RawConnection(handle).readSchemaAgain() }

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
    standing?.close()
    try owner.close()
    handle = owner.pointer
  }

  /// The collations of the file's schema that the connection does not have; nil if there are none,
  /// and if the configuration does not allow them.
  package var unknownCollations: UnknownCollations? {
    configuration.allowsUnknownCollations ? owner.unknownCollations : nil
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
