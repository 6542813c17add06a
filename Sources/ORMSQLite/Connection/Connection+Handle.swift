import ORMCore

extension Connection {
  /// Calls `body` with the `sqlite3 *`, for features of SQLite that this package does not cover.
  ///
  /// ```swift
  /// let hits = try db.withHandle { sqlite3_limit($0, SQLITE_LIMIT_ATTACHED, 0) }
  /// ```
  ///
  /// The package uses two of the connection's hooks. The progress handler stops the statement of a
  /// cancelled task. The authorizer (<https://www.sqlite.org/c3ref/set_authorizer.html>) finds
  /// statements that fire triggers, and refuses statements that begin or end a transaction. Your
  /// own authorizer replaces it for good: the package then can't find such statements, and reads
  /// back every row that it writes, which is slower and calls your authorizer for the reads. While
  /// the database is observed, the package also uses the preupdate, commit and rollback hooks
  /// (<https://www.sqlite.org/c3ref/commit_hook.html>).
  ///
  /// C code can begin a transaction if none is open, and can use savepoints. In a `transaction { }`
  /// or a `read { }`, SQLite refuses to begin or to end one, with `SQLITE_AUTH`. A transaction that
  /// is left open is rolled back when the connection is returned, and the call to the ``Database``
  /// then throws. Settings made by C code (a pragma, a limit) remain in force for later tasks that
  /// use this connection, and do not affect other connections.
  ///
  /// - Parameter body: A closure that receives the `sqlite3 *`, which must not be closed or kept.
  /// - Throws: The errors of `body`; ``DatabaseError`` if the connection is used after the closure
  ///   that it was passed to.
  public func withHandle<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
    if !isLent { try checkLent() }
    // The next statement is looked up rather than taken from the most recently used table: the
    // lookup notices whether an authorizer was set. Checking that now would clear the connection's
    // error.
    recentTable = nil
    standing?.end()
    hooks.beginCode()
    defer { hooks.endCode(isInTransaction: isInTransaction) }
    return try authorizer.runCode(isInTransaction: state.isOpen) { try body(handle) }
  }

  /// The rowid of the most recent insert on this connection; see
  /// <https://www.sqlite.org/c3ref/last_insert_rowid.html>.
  @inlinable public var lastInsertRowID: Int64 { RawConnection(handle).lastInsertRowID }

  /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` changed directly, without its
  /// triggers; see <https://www.sqlite.org/c3ref/changes.html>.
  @inlinable public var changeCount: Int { RawConnection(handle).changeCount }

  /// Whether a transaction is open.
  @inlinable public var isInTransaction: Bool { !RawConnection(handle).isAutocommit }

  /// The number of rows changed since the connection was opened.
  @usableFromInline var totalChangeCount: Int { RawConnection(handle).totalChangeCount }

  /// The limits of a single statement.
  var limits: EngineLimits { EngineLimits(parameters: RawConnection(handle).limit(.parameters)) }
}
