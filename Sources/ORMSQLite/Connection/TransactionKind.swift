import ORMCore

/// When a transaction acquires the write lock; see
/// <https://www.sqlite.org/lang_transaction.html#deferred_immediate_and_exclusive_transactions>.
public enum TransactionKind: Sendable {
  /// At its first write: `BEGIN DEFERRED`. Until then it reads without a lock.
  ///
  /// The first write fails at once if another process holds the lock, or has written since the
  /// transaction first read (`SQLITE_BUSY_SNAPSHOT`, which waiting does not resolve).
  case deferred
  /// When it begins: `BEGIN IMMEDIATE`. No statement in the transaction then meets a lock.
  case immediate
  /// When it begins: `BEGIN EXCLUSIVE`. Without a write-ahead log, other connections can't read
  /// until the transaction ends.
  case exclusive

  var control: ControlStatement {
    switch self {
    case .deferred: .beginDeferred
    case .immediate: .beginImmediate
    case .exclusive: .beginExclusive
    }
  }
}
