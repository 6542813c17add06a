import ORMCore
import Synchronization

/// One connection to a database, with the operations on it.
///
/// A closure that is passed to a ``Database`` runs isolated to the connection that it receives, so
/// every call on the connection is synchronous:
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
/// The connection is valid during the closure. Every later call throws ``DatabaseError`` with the
/// code ``ResultCode/connectionExpired``, since the connection may be in use by another task.
public final actor Connection {
  // An actor is never inherited from, but without `final`, other modules read each property by a
  // call.

  /// The `sqlite3 *`.
  @exclusivity(unchecked) @usableFromInline private(set) var handle: OpaquePointer
  private let owner: ConnectionHandle
  let configuration: Configuration

  @usableFromInline let arena = ParameterArena()
  @usableFromInline let authorizer: Authorizer
  let callbackFailure: SwiftFunctionError
  /// The monitor of each statement, if hooks or warnings are configured, or hooks were added.
  @exclusivity(unchecked) private(set) var monitor: StatementMonitor?
  let extensions: ExtensionRegistry
  /// The registry's version up to which this connection has registered functions and collations;
  /// nil until the connection is set up.
  private var extensionsVersion: Int?
  let role: Role
  /// The registry's renewal count when this connection began to prepare statements.
  private var renewalCount: Int
  // The statements of the most recently used table are found by one comparison, all others by a
  // lookup. Each is read and written as a whole, one at a time, so they need no exclusivity check
  // at run time, which every call would pay for.
  @exclusivity(unchecked) @usableFromInline var recentTable: ObjectIdentifier?
  @exclusivity(unchecked) @usableFromInline var recentStatements = TableStatements()
  var tableStatements: [ObjectIdentifier: TableStatements] = [:]
  /// Whether at most one row has a key, by the type of each table that was checked.
  var uniqueKeys: [ObjectIdentifier: Bool] = [:]
  let textStatements: StatementCache<PreparedStatement>
  var controlStatements: [ControlStatement: PreparedStatement] = [:]
  @exclusivity(unchecked) var savepoints = Savepoints()
  let openStatements = OpenStatements()
  /// The read transaction that is kept open between calls; nil if the connection never keeps one.
  nonisolated let standing: StandingRead?

  /// The state of the current transaction.
  @exclusivity(unchecked) var state = TransactionState.none {
    didSet { writing = readsOnly ? .never : state.writing }
  }
  /// When a statement may write in this state: cached, since each write reads it.
  @exclusivity(unchecked) @usableFromInline private(set) var writing: WritePermission
  /// The actions that wait for the transaction to be committed.
  var commitActions: [@Sendable () -> Void] = []
  /// Whether the connection never writes.
  private let readsOnly: Bool
  /// The hash of the rows of lists, while an observation reads.
  @exclusivity(unchecked) @usableFromInline var listHash: ListHash?
  /// The rows of a stream that has this connection to itself.
  var openRows: AnyObject?
  /// The owner of these rows.
  var rowsOwner: ObjectIdentifier?
  /// Whether these rows, or a snapshot, were abandoned by a borrower that released the connection.
  /// It is set when no task has the connection, and cleared on the connection's own executor.
  nonisolated let isLeft = Atomic(false)

  /// Whether the closure that the connection was lent to is running, without a suspension. Code
  /// that keeps the connection and uses it later runs when no such closure does.
  @exclusivity(unchecked) @usableFromInline var isLent = false
  /// Whether the current borrower delivers observer messages when it returns the connection; then,
  /// whether there are messages, and the function that delivers them.
  @exclusivity(unchecked) var delivers = false
  @exclusivity(unchecked) var hasMessages = false
  var delivery: ((isolated Connection) -> Void)?
  /// The task that has the connection across suspensions, between which other tasks run on it.
  @exclusivity(unchecked) var hold: HeldConnection?

  /// - Parameters:
  ///   - waitsForLocks: Whether the thread is blocked while another connection holds a lock.
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
    try role.endFilling(RawConnection(handle), configuration)
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
    textStatements = StatementCache(capacity: configuration.statementCacheCapacity)
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
  /// Begins a task's work: releases what the previous task abandoned, and registers the functions
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
        on: handle, failure: callbackFailure, isInSchema: configuration.trustedSchema)
      extensionsVersion = version
    }
    callAddedHooks()
    extensionsVersion = max(extensionsVersion ?? 0, latest)
    if renewalCount != extensions.renewalCount {
      let count = extensions.renewalCount
      try mappingBusyToLocked { try reloadSchema() }
      renewalCount = count
    }
  }

  /// Makes the monitor call the hooks that were added to the database, and only these besides the
  /// configuration's.
  private func callAddedHooks() {
    let hooks = extensions.addedHooks
    if hooks.map(\.id) == (monitor?.addedHooks ?? []).map(\.id) { return }
    let monitor =
      self.monitor
      ?? StatementMonitor(hooks: [], path: path, authorizer: authorizer, check: nil)
    monitor.addedHooks = hooks
    self.monitor = configuration.isMonitored || !hooks.isEmpty ? monitor : nil
    // A statement has its monitor since it was prepared.
    if !configuration.isMonitored {
      forgetStatements()
      controlStatements.removeAll()
    }
  }

  /// Skips a version of the registry, if nothing else was added since the task began.
  func skipCheck(_ version: Int) {
    if version - 1 == extensionsVersion { extensionsVersion = version }
  }

  /// Whether nothing was added or changed since the task that has the connection began.
  var isUpToDate: Bool {
    extensions.version == extensionsVersion && extensions.renewalCount == renewalCount
  }

  /// Completes the setup that opening the connection has left for its first task.
  ///
  /// - Returns: The version of an empty registry.
  /// - Throws: ``DatabaseLocked`` if another connection's lock prevented it; the next task begins
  ///   again.
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

  /// Forgets all that is cached about tables, and makes SQLite read the schema again: otherwise
  /// SQLite notices changes when it runs a statement, but not when it prepares one.
  func reloadSchema() throws {
    forgetStatements()
    try readSchemaAgain()
  }

  /// Makes SQLite read the current schema of the file.
  func readSchemaAgain() throws { try RawConnection(handle).readSchemaAgain() }

  /// Closes the connection. A caller that still has it gets an error from each call.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory left; nothing has happened then.
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

  /// The collations that the file's schema names and this connection lacks; nil if there are none,
  /// or if the configuration does not allow unknown collations.
  package var unknownCollations: UnknownCollations? {
    configuration.allowsUnknownCollations ? owner.unknownCollations : nil
  }

  /// The hooks that notify the observers of this connection.
  var hooks: ConnectionHooks { owner.hooks }

  /// The path of the file; empty for a temporary database and `:memory:` for one in memory.
  var path: String { owner.path }

  /// - Throws: ``DatabaseError`` if the connection is closed.
  func checkOpen(sql: String? = nil) throws {
    if owner.isClosed { throw DatabaseError.closed(path, sql: sql) }
  }
}
