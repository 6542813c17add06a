import ORMCore

extension Connection {
  /// Calls `action` once the current transaction is committed, and never if it is rolled back.
  ///
  /// ```swift
  /// try await db.transaction { tx in
  ///   let order = try tx.insert(draft)
  ///   tx.afterCommit { mailer.send(order) }
  /// }
  /// ```
  ///
  /// An action added in a nested transaction waits for the outermost one, and is dropped if the
  /// nested one is rolled back. Actions are called in the order in which they were added, on the
  /// connection, before `transaction` returns. A slow action keeps all other writers waiting, so
  /// start a task in it. Outside of a transaction, when each statement is committed on its own,
  /// `action` is called at once. In a snapshot's `read`, which commits nothing, `action` is called
  /// after the closure has returned, and never if the closure throws.
  ///
  /// If the process ends between the commit and the action, the action is lost. Store anything that
  /// must not be lost in a table, in the same transaction.
  public func afterCommit(_ action: @escaping @Sendable () -> Void) {
    if state.isOpen { commitActions.append(action) } else { action() }
  }
}
