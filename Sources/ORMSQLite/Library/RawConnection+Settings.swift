import CSQLite
import ORMCore

extension RawConnection {
  /// Blocks the thread for as long if another connection's lock is in the way.
  func setBusyTimeout(_ duration: Duration) {
    sqlite3_busy_timeout(handle, duration.wholeMilliseconds)
  }

  /// Takes names in double quotes that nothing has for texts, as old schemas have them.
  func setDoubleQuotedStrings(_ areTexts: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DQS_DML, areTexts ? 1 : 0, nil)
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DQS_DDL, areTexts ? 1 : 0, nil)
  }

  /// Enforces foreign keys, or not; it does nothing in a transaction.
  func setForeignKeys(_ areEnforced: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_ENABLE_FKEY, areEnforced ? 1 : 0, nil)
  }

  /// Whether views, triggers and constraints of the schema may call functions that are not safe.
  func setTrustedSchema(_ isTrusted: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, isTrusted ? 1 : 0, nil)
  }

  /// Has no commit of this connection empty the write-ahead log.
  func removeAutomaticCheckpoints() { sqlite3_wal_autocheckpoint(handle, 0) }

  /// Whether renaming a table leaves what names it as it is.
  func setLegacyRenaming(_ isLegacy: Bool) {
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_LEGACY_ALTER_TABLE, isLegacy ? 1 : 0, nil)
  }

  /// See `SQLITE_DBCONFIG_DEFENSIVE` in <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>.
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
    // A negative number would only ask for the limit.
    sqlite3_limit(handle, limit.code, Int32(clamping: max(0, value)))
  }
}

// MARK: - Interruption

extension RawConnection {
  /// Stops the statement of a task that was cancelled, or whose time is up.
  ///
  /// SQLite calls the handler after some steps of its machine, on the thread and in the task that
  /// runs the statement: no other task's statement can be stopped by mistake, as by
  /// `sqlite3_interrupt`. The steps of a statement are counted over all its runs, so short ones are
  /// stopped now and then, too. See <https://www.sqlite.org/c3ref/progress_handler.html>.
  func installInterruption() {
    sqlite3_progress_handler(
      handle, 1000,
      { handle in
        guard Task.isCancelled || Deadline.hasPassed else { return 0 }
        // It is also called behind the last step: to be stopped there is to have committed, and
        // to say that nothing was done.
        return isRunningStatement(on: handle.map(OpaquePointer.init)) ? 1 : 0
      }, UnsafeMutableRawPointer(handle))
  }

  /// Calls `tick` with each thousand of steps that statements take, and stops them as
  /// ``installInterruption()`` does, until that is called again.
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

/// What is called while statements run.
private final class ProgressObserver {
  let handle: OpaquePointer
  let tick: () -> Void

  init(_ handle: OpaquePointer, _ tick: @escaping () -> Void) {
    self.handle = handle
    self.tick = tick
  }
}

/// Whether a statement has begun and not come to its end.
private func isRunningStatement(on handle: OpaquePointer?) -> Bool {
  var statement = sqlite3_next_stmt(handle, nil)
  while let current = statement {
    if sqlite3_stmt_busy(current) != 0 { return true }
    statement = sqlite3_next_stmt(handle, current)
  }
  return false
}
