import CSQLite
import ORMCore

extension RawConnection {
  /// Sets the maximum time for which a statement blocks the thread while another connection holds a
  /// lock.
  func setBusyTimeout(_ duration: Duration) {
    sqlite3_busy_timeout(handle, duration.wholeMilliseconds)
  }

  /// Sets whether unknown names in double quotes are strings, as in old schemas.
  func setDoubleQuotedStrings(_ areTexts: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DQS_DML, areTexts ? 1 : 0, nil)
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DQS_DDL, areTexts ? 1 : 0, nil)
  }

  /// Turns the enforcement of foreign keys on or off; it has no effect in a transaction.
  func setForeignKeys(_ areEnforced: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_ENABLE_FKEY, areEnforced ? 1 : 0, nil)
  }

  /// Sets whether views, triggers and constraints of the schema may call unsafe functions.
  func setTrustedSchema(_ isTrusted: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, isTrusted ? 1 : 0, nil)
  }

  /// Turns off automatic checkpoints after commits of this connection.
  func removeAutomaticCheckpoints() { sqlite3_wal_autocheckpoint(handle, 0) }

  /// Sets whether renaming a table leaves references to it unchanged.
  func setLegacyRenaming(_ isLegacy: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_LEGACY_ALTER_TABLE, isLegacy ? 1 : 0, nil)
  }

  /// Sets `SQLITE_DBCONFIG_DEFENSIVE`; see
  /// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>.
  func setDefensive(_ isDefensive: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, isDefensive ? 1 : 0, nil)
  }
}

// MARK: - Limits

extension RawConnection {
  /// A limit of one connection; see <https://www.sqlite.org/c3ref/c_limit_attached.html>.
  enum Limit {
    case length, sqlLength, columns, expressionDepth, compoundQueries, instructions
    case functionArguments, attachedDatabases, patternLength, parameters, triggerDepth
    case workerThreads

    fileprivate var code: Int32 {
      switch self {
      case .length: SQLITE_LIMIT_LENGTH
      case .sqlLength: SQLITE_LIMIT_SQL_LENGTH
      case .columns: SQLITE_LIMIT_COLUMN
      case .expressionDepth: SQLITE_LIMIT_EXPR_DEPTH
      case .compoundQueries: SQLITE_LIMIT_COMPOUND_SELECT
      case .instructions: SQLITE_LIMIT_VDBE_OP
      case .functionArguments: SQLITE_LIMIT_FUNCTION_ARG
      case .attachedDatabases: SQLITE_LIMIT_ATTACHED
      case .patternLength: SQLITE_LIMIT_LIKE_PATTERN_LENGTH
      case .parameters: SQLITE_LIMIT_VARIABLE_NUMBER
      case .triggerDepth: SQLITE_LIMIT_TRIGGER_DEPTH
      case .workerThreads: SQLITE_LIMIT_WORKER_THREADS
      }
    }
  }

  func limit(_ limit: Limit) -> Int { Int(sqlite3_limit(handle, limit.code, -1)) }

  func setLimit(_ limit: Limit, to value: Int) {
    // A negative number would only return the limit.
    sqlite3_limit(handle, limit.code, Int32(clamping: max(0, value)))
  }
}

// MARK: - Interruption

extension RawConnection {
  /// Interrupts the statement of a task that is cancelled or whose deadline has passed.
  ///
  /// SQLite calls the handler after a number of bytecode instructions, on the thread and in the
  /// task that runs the statement, so no other task's statement can be interrupted by mistake,
  /// unlike with `sqlite3_interrupt`. The instructions of a statement are counted over all its
  /// runs, so short statements are sometimes interrupted, too. See
  /// <https://www.sqlite.org/c3ref/progress_handler.html>.
  func installInterruption() {
    sqlite3_progress_handler(
      handle, 1000,
      { handle in
        guard Task.isCancelled || Deadline.hasPassed else { return 0 }
        // It is also called after the last instruction. An interruption there would report an error
        // although the statement has committed.
        return isRunningStatement(on: handle.map(OpaquePointer.init)) ? 1 : 0
      }, UnsafeMutableRawPointer(handle))
  }

  /// Calls `tick` after every 1,000 bytecode instructions, and interrupts statements as
  /// ``installInterruption()`` does. That is called again at the end.
  func withProgress<Result>(_ tick: @escaping () -> Void, _ body: () throws -> Result) rethrows
    -> Result
  {
    let observer = ProgressObserver(handle, tick)
    defer { installInterruption() }
    return try withExtendedLifetime(observer) {
      sqlite3_progress_handler(
        handle, 1000,
        { context in
          guard let context else { return 0 }
          let observer = Unmanaged<ProgressObserver>.fromOpaque(context).takeUnretainedValue()
          observer.tick()
          guard Task.isCancelled || Deadline.hasPassed else { return 0 }
          return isRunningStatement(on: observer.handle) ? 1 : 0
        }, Unmanaged.passUnretained(observer).toOpaque())
      return try body()
    }
  }

  func removeInterruption() { sqlite3_progress_handler(handle, 0, nil, nil) }
}

/// A callback for running statements.
private final class ProgressObserver {
  let handle: OpaquePointer
  let tick: () -> Void

  init(_ handle: OpaquePointer, _ tick: @escaping () -> Void) {
    self.handle = handle
    self.tick = tick
  }
}

/// Whether a statement has begun and not ended.
private func isRunningStatement(on handle: OpaquePointer?) -> Bool {
  var statement = sqlite3_next_stmt(handle, nil)
  while let current = statement {
    if sqlite3_stmt_busy(current) != 0 { return true }
    statement = sqlite3_next_stmt(handle, current)
  }
  return false
}
