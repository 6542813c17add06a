import ORMCore

/// When a transaction takes the lock that it writes with; see
/// <https://www.sqlite.org/lang_transaction.html#deferred_immediate_and_exclusive_transactions>.
public enum TransactionKind: Sendable {
  /// When it first writes: `BEGIN DEFERRED`. It reads without a lock until then.
  ///
  /// That first write fails at once where another process holds the lock, or has written since the
  /// transaction read (`SQLITE_BUSY_SNAPSHOT`, for which there is nothing to wait).
  case deferred
  /// When it begins, so that nothing in it meets a lock: `BEGIN IMMEDIATE`.
  case immediate
  /// When it begins, and keeps others from reading, too, unless there is a write-ahead log:
  /// `BEGIN EXCLUSIVE`.
  case exclusive

  var control: ControlStatement {
    switch self {
    case .deferred: .beginDeferred
    case .immediate: .beginImmediate
    case .exclusive: .beginExclusive
    }
  }
}
