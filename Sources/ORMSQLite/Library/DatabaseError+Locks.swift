import ORMCore

extension DatabaseError {
  /// Whether another connection was in the way, so that the statement can be tried again.
  var isOfLock: Bool { code == .busy || isOfUnfinishedCommit }

  /// Whether a connection that can't write met a rollback journal that nobody seemed to hold.
  ///
  /// Another connection may have begun to write after SQLite looked for its lock, and is gone in a
  /// moment: a connection that can write looks again, and this one can't. Or a program has crashed,
  /// and a connection that writes has to roll back. See
  /// <https://www.sqlite.org/rescode.html#readonly_rollback>.
  var isOfUnfinishedCommit: Bool { extendedCode == .readOnlyRollback }
}
