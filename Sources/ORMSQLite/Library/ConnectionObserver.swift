/// Is notified of what happens on a connection. Whoever wants to know conforms, and is added to the
/// connection's ``ConnectionHooks``; what happens is reported there and nowhere else.
protocol ConnectionObserver: AnyObject {
  /// Whether it reports what each commit has changed, so that each task's has to be one.
  var tellsCommitsApart: Bool { get }
  /// A row is about to change.
  func willChange(_ change: RowChange)
  /// A statement has failed, and SQLite has undone what it had done by then.
  func statementFailed()
  /// A transaction is about to be committed, which may still fail.
  func willCommit()
  /// A `COMMIT` has failed, whether it was announced or met a lock before; the transaction may be
  /// open still.
  func commitFailed()
  func didRollBack()
  /// A nested transaction has begun, in as many others as its depth says.
  func didBegin(savepoint depth: Int)
  func didRollBack(toSavepoint depth: Int)
  /// The connection is about to be closed, and reports nothing more.
  func willClose()
}
