import ORMCore

extension DatabaseError {
  /// Whether another connection's lock caused the error, so that the statement can be tried again.
  var isOfLock: Bool { code == .busy || isOfUnfinishedCommit }

  /// Whether a read-only connection met a rollback journal that no connection seemed to hold.
  ///
  /// Either another connection began to write after SQLite looked for its lock, and is finished in
  /// a moment: a connection that can write checks again, but this one can't. Or a program has
  /// crashed, and a connection that can write must roll back. See
  /// <https://www.sqlite.org/rescode.html#readonly_rollback>.
  var isOfUnfinishedCommit: Bool { extendedCode == .readOnlyRollback }
}
