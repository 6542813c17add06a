import CSQLite

/// SQLite's preupdate, commit and rollback hooks on one connection, and the observers that they
/// notify.
///
/// SQLite calls the preupdate hook before each row changes
/// (<https://www.sqlite.org/c3ref/preupdate_blobwrite.html>), including changes by cascades,
/// triggers and `REPLACE`, and in tables without a rowid. While it is installed, SQLite also
/// deletes all rows of a table one by one. If the library lacks that hook, only commits are
/// reported. Without observers, no hook is installed.
final class ConnectionHooks {
  private(set) var observers: [any ConnectionObserver] = []
  /// Whether SQLite reports each row.
  var seesRows = orm_sqlite3_has_preupdate_hook() != 0
  /// The connection that has the hooks, while they are installed.
  private var handle: OpaquePointer?
  /// The number of sessions that use the preupdate hook.
  private var suspensions = 0
  /// Whether the transaction has changed rows that were not reported.
  private var missesRows = false
  private var isInCode = false
  /// Whether C code has, or has had, the connection in this transaction.
  private(set) var hadCode = false

  var isInstalled: Bool { handle != nil }

  /// Whether each row that the transaction has changed was reported.
  var sawEachRow: Bool { seesRows && !missesRows }

  /// Whether an observer needs the changes of each commit separately.
  var tellsCommitsApart: Bool { observers.contains { $0.tellsCommitsApart } }

  /// Whether no explicit transaction is open.
  var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows changed since the connection was opened.
  var totalChangeCount: Int32 { sqlite3_total_changes(handle) }
}

// MARK: - Observers

extension ConnectionHooks {
  func add(_ observer: any ConnectionObserver, on handle: OpaquePointer) {
    observers.append(observer)
    if !isInstalled { install(on: handle) }
  }

  func remove(_ observer: any ConnectionObserver) {
    observers.removeAll { $0 === observer }
    if observers.isEmpty { uninstall() }
  }

  /// Notifies the observers that the connection closes, and removes them.
  func close() {
    for observer in observers { observer.willClose() }
    observers = []
    uninstall()
  }

  private func install(on handle: OpaquePointer) {
    self.handle = handle
    if isAutocommit { endTransaction() }
    let context = Unmanaged.passUnretained(self).toOpaque()
    if suspensions == 0 { installRowHook() }
    sqlite3_commit_hook(
      handle,
      { context in
        guard let context else { return 0 }
        Unmanaged<ConnectionHooks>.fromOpaque(context).takeUnretainedValue().commit()
        return 0
      }, context)
    sqlite3_rollback_hook(
      handle,
      { context in
        guard let context else { return }
        Unmanaged<ConnectionHooks>.fromOpaque(context).takeUnretainedValue().rollBack()
      }, context)
  }

  private func uninstall() {
    guard let handle else { return }
    removeRowHook()
    sqlite3_commit_hook(handle, nil, nil)
    sqlite3_rollback_hook(handle, nil, nil)
    self.handle = nil
  }

  private func installRowHook() {
    guard let handle, seesRows else { return }
    orm_sqlite3_preupdate_hook(
      handle,
      { context, connection, operation, database, table, oldKey, newKey in
        guard let context, let connection, let database, let table else { return }
        Unmanaged<ConnectionHooks>.fromOpaque(context).takeUnretainedValue().change(
          RowChange(
            connection: connection, operation: operation, table: table, database: database,
            oldKey: oldKey, newKey: newKey))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func removeRowHook() {
    if let handle, seesRows { orm_sqlite3_preupdate_hook(handle, nil, nil) }
  }
}

// MARK: - Events from SQLite

extension ConnectionHooks {
  private func change(_ change: RowChange) {
    for observer in observers { observer.willChange(change) }
  }

  private func commit() {
    for observer in observers { observer.willCommit() }
    endTransaction()
  }

  private func rollBack() {
    for observer in observers { observer.didRollBack() }
    endTransaction()
  }

  private func endTransaction() {
    missesRows = suspensions > 0
    hadCode = isInCode
  }
}

// MARK: - Events from the connection

extension ConnectionHooks {
  func statementFailed() {
    for observer in observers { observer.statementFailed() }
  }

  /// A lock may prevent a commit that may still succeed later, so the effect of the transaction is
  /// no longer known.
  func commitFailed() {
    missesRows = true
    for observer in observers { observer.commitFailed() }
  }

  func didBegin(savepoint depth: Int) {
    for observer in observers { observer.didBegin(savepoint: depth) }
  }

  func didRollBack(toSavepoint depth: Int) {
    for observer in observers { observer.didRollBack(toSavepoint: depth) }
  }

  /// Called before C code gets the connection, which it may use to undo part of the transaction.
  func beginCode() {
    isInCode = true
    hadCode = true
  }

  func endCode(isInTransaction: Bool) {
    isInCode = false
    hadCode = isInTransaction
  }

  /// Leaves the connection's only preupdate hook to a session until
  /// ``resumeRows(isInTransaction:)``. Changes by a transaction in that time are not reported.
  func suspendRows() {
    suspensions += 1
    missesRows = true
    removeRowHook()
  }

  func resumeRows(isInTransaction: Bool) {
    suspensions -= 1
    guard suspensions == 0 else { return }
    missesRows = isInTransaction
    installRowHook()
  }
}
