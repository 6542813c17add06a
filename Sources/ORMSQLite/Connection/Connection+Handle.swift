import ORMCore

extension Connection {
  /// Gives the connection as C has it, for what this package does not cover.
  ///
  /// ```swift
  /// let hits = try db.withHandle { sqlite3_limit($0, SQLITE_LIMIT_ATTACHED, 0) }
  /// ```
  ///
  /// Two of its hooks are in use: the progress handler, which stops the statement of a cancelled
  /// task, and the authorizer (<https://www.sqlite.org/c3ref/set_authorizer.html>), which sees the
  /// statements that fire triggers, and refuses those that begin or end transactions. An authorizer
  /// of your own takes that one's place for good. The package then can't know any more, and reads
  /// every row that is written back, which is slower and asks your authorizer for the reads. While
  /// someone observes the database, the preupdate, commit and rollback hooks are in use as well
  /// (<https://www.sqlite.org/c3ref/commit_hook.html>).
  ///
  /// C code can begin a transaction if none is open, and savepoints. In a
  /// `transaction { }` or a `read { }` SQLite refuses to begin or to end one, with `SQLITE_AUTH`.
  /// One that is left open is rolled back when the connection is done with, which the verb of the
  /// ``Database`` then throws. What C code sets (a pragma, a limit) holds for later tasks, too, and
  /// for this connection alone.
  ///
  /// - Parameter body: Gets the `sqlite3 *`, which must not be closed and not be kept.
  /// - Throws: what `body` throws; ``DatabaseError`` where the connection was kept after its
  ///   closure.
  public func withHandle<Result>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
    if !isLent { try checkLent() }
    // The next statement is looked for, and not taken from the table that was used last. That is
    // when it is seen whether an authorizer was set: now it would clear the connection's error.
    recentTable = nil
    standing?.end()
    hooks.beginCode()
    defer { hooks.endCode(isInTransaction: isInTransaction) }
    return try authorizer.runCode(isInTransaction: state.isOpen) { try body(handle) }
  }

  /// The key of the row that was inserted last on this connection; see
  /// <https://www.sqlite.org/c3ref/last_insert_rowid.html>.
  @inlinable public var lastInsertRowID: Int64 { RawConnection(handle).lastInsertRowID }

  /// How many rows the last `INSERT`, `UPDATE` or `DELETE` changed itself, without its triggers;
  /// see <https://www.sqlite.org/c3ref/changes.html>.
  @inlinable public var changeCount: Int { RawConnection(handle).changeCount }

  /// Whether a transaction is open.
  @inlinable public var isInTransaction: Bool { !RawConnection(handle).isAutocommit }

  /// How many rows have changed since the connection was opened.
  @usableFromInline var totalChangeCount: Int { RawConnection(handle).totalChangeCount }

  /// How much one statement may have.
  var limits: EngineLimits { EngineLimits(parameters: RawConnection(handle).limit(.parameters)) }
}
