/// An observer of the events on a connection. It is added to the connection's ``ConnectionHooks``,
/// the only source of events.
protocol ConnectionObserver: AnyObject {
  /// Whether it reports the changes of each commit, so that each task needs its own commit.
  var tellsCommitsApart: Bool { get }
  /// A row is about to change.
  func willChange(_ change: RowChange)
  /// A statement has failed, and SQLite has undone its changes.
  func statementFailed()
  /// A transaction is about to be committed; the commit may still fail.
  func willCommit()
  /// A `COMMIT` has failed, after ``willCommit()`` or because of a lock before it; the transaction
  /// may still be open.
  func commitFailed()
  func didRollBack()
  /// A nested transaction has begun at this depth.
  func didBegin(savepoint depth: Int)
  func didRollBack(toSavepoint depth: Int)
  /// The connection is about to be closed and reports nothing more.
  func willClose()
}
