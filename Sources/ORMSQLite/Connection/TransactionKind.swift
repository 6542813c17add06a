import ORMCore

/// When a transaction acquires the write lock; see
/// <https://www.sqlite.org/lang_transaction.html#deferred_immediate_and_exclusive_transactions>.
public enum TransactionKind: Sendable {
  /// At its first write: `BEGIN DEFERRED`. Until then it reads without a lock.
  ///
  /// The first write fails at once if another process holds the lock, or has written since the
  /// transaction first read (`SQLITE_BUSY_SNAPSHOT`, which no waiting resolves).
  case deferred
  /// When it begins, so that no statement in it meets a lock: `BEGIN IMMEDIATE`.
  case immediate
  /// When it begins, and it also keeps other connections from reading, unless there is a
  /// write-ahead log: `BEGIN EXCLUSIVE`.
  case exclusive

  var control: ControlStatement {
    switch self {
    case .deferred: .beginDeferred
    case .immediate: .beginImmediate
    case .exclusive: .beginExclusive
    }
  }
}
