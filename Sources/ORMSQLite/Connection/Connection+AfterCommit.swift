import ORMCore

extension Connection {
  /// Calls `action` once the transaction under way is committed, and never if it is not.
  ///
  /// ```swift
  /// try await db.transaction { tx in
  ///   let order = try tx.insert(draft)
  ///   tx.afterCommit { mailer.send(order) }
  /// }
  /// ```
  ///
  /// What is said in a nested transaction waits for the outermost one, and is dropped when the
  /// nested one is undone. The actions are called in the order in which they were said, on the
  /// connection, before `transaction` returns: an action that takes long keeps everyone waiting who
  /// writes, so start a task in it. Outside of a transaction, when each statement is committed by
  /// itself, `action` is called at once. A snapshot's `read` commits nothing: there it is called
  /// when the closure has returned, and never if the closure throws.
  ///
  /// A process that ends between the commit and the action has committed and not acted: what must
  /// not be lost is a row of a table, written in the same transaction.
  public func afterCommit(_ action: @escaping @Sendable () -> Void) {
    if state.isOpen { commitActions.append(action) } else { action() }
  }
}
