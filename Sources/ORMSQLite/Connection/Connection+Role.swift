import CSQLite
import ORMCore

extension Connection {
  /// What a connection is for, and how it is set up for that.
  enum Role {
    /// The one connection that writes to the file.
    case writer
    /// A connection that only reads.
    case reader
    /// The only connection of a file that is opened for reading.
    case onlyReader
    /// The only connection of a database that no other can reach: in memory, or temporary.
    case alone

    var openFlags: Int32 {
      // Its actor sees to it that a connection is used by one thread at a time.
      let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      return switch self {
      case .writer, .alone: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .reader, .onlyReader: common | SQLITE_OPEN_READONLY
      }
    }

    /// - Parameter said: The pragmas that have been given a value, and keep it.
    func configure(
      _ handle: OpaquePointer, _ configuration: Configuration, waitsForLocks: Bool,
      besides said: Set<SQLName>
    ) throws {
      // Opening a database is synchronous, so here, and only here, a lock is waited for in place.
      if waitsForLocks { sqlite3_busy_timeout(handle, configuration.busyTimeout.wholeMilliseconds) }
      defer { sqlite3_busy_timeout(handle, 0) }
      orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DQS_DML, 0, nil)
      orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DQS_DDL, 0, nil)
      orm_sqlite3_db_config_int(
        handle, SQLITE_DBCONFIG_DEFENSIVE, configuration.isDefensive ? 1 : 0, nil)
      configuration.limits.apply(to: handle)
      func set(_ pragma: String, _ value: String?) throws {
        guard let value, !said.contains(SQLName(pragma)) else { return }
        try run("PRAGMA \(pragma) = \(value)", on: handle)
      }
      try set("trusted_schema", configuration.trustsSchema ? "ON" : "OFF")
      try set("temp_store", "MEMORY")
      try set("foreign_keys", configuration.enforcesForeignKeys ? "ON" : "OFF")
      try set("cache_size", configuration.cacheSize.map { "-\(max(1, $0 / 1024))" })
      try set("mmap_size", configuration.memoryMapSize.map { "\(max(0, $0))" })
      try set("secure_delete", configuration.overwritesDeleted.map { $0 ? "ON" : "OFF" })
      switch self {
      case .writer:
        try set("journal_mode", configuration.journalMode?.rawValue)
        try set("synchronous", "\(synchronous(handle, configuration).rawValue)")
        try set("journal_size_limit", "67108864")
      case .reader:
        // Whoever said otherwise: the one who writes is another connection, and only that one checkpoints.
        try run("PRAGMA query_only = ON; PRAGMA wal_autocheckpoint = 0", on: handle)
      case .onlyReader, .alone: break
      }
      // Nothing has looked into the file yet where no pragma had to: whether it is a database is
      // said now, and not by the first fetch.
      try run("SELECT count(*) FROM sqlite_master", on: handle)
      if self == .writer && sqlite3_db_readonly(handle, "main") == 1 {
        throw DatabaseError(extendedCode: .readOnly, message: "the file can't be written")
      }
      Self.installInterruption(on: handle)
    }

    /// What is brought to the disk, in the journal mode that the file has now.
    private func synchronous(
      _ handle: OpaquePointer, _ configuration: Configuration
    ) throws -> Configuration.Synchronous {
      if let synchronous = configuration.synchronous { return synchronous }
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      let code = sqlite3_prepare_v2(handle, "PRAGMA journal_mode", -1, &statement, nil)
      guard code == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW,
        let mode = sqlite3_column_text(statement, 0)
      else { throw DatabaseError(sqlite3_errcode(handle), on: handle) }
      // Characters: SQLite's own word
      return String(cString: mode) == Configuration.JournalMode.wal.rawValue ? .normal : .full
    }

    private func run(_ sql: String, on handle: OpaquePointer) throws {
      let code = sqlite3_exec(handle, sql, nil, nil, nil)
      guard code == SQLITE_OK else { throw DatabaseError(code, on: handle, sql: sql) }
    }

    /// Stops the statement of a task that was cancelled, or whose time is up.
    ///
    /// The handler is called every so many steps of SQLite's machine, on the thread and in the
    /// task that runs the statement: no other task's statement can be stopped by mistake, as by
    /// `sqlite3_interrupt`. The steps of a statement are counted over all its runs, so short ones
    /// are stopped, too, once in so many. See <https://www.sqlite.org/c3ref/progress_handler.html>.
    static func installInterruption(on handle: OpaquePointer) {
      sqlite3_progress_handler(
        handle, 1000,
        { handle in
          guard Task.isCancelled || Deadline.hasPassed else { return 0 }
          // It is also called behind the last step: to be stopped there is to have committed, and
          // to say that nothing was done.
          return isRunningStatement(on: handle.map(OpaquePointer.init)) ? 1 : 0
        }, UnsafeMutableRawPointer(handle))
    }
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
