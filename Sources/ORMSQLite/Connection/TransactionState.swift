import ORMCore

/// The state of a connection: in no transaction that its verbs have begun, or in a part of one.
///
/// SQLite may have ended the transaction since: it rolls back without being asked if the disk is
/// full or a write is interrupted, and so does `INSERT OR ROLLBACK`
/// (<https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction>).
enum TransactionState {
  /// Each statement is a transaction of its own, or part of one that C code has begun.
  case none
  /// A `read { }`, which may be part of a `transaction { }`.
  case reading(savepoints: Int)
  /// A `transaction { }`, nested in as many other ones as there are savepoints.
  case writing(savepoints: Int)
  /// The rest of a `transaction { }` whose body has called `rollback()`.
  case rollingBack(savepoints: Int)

  /// Whether a transaction has begun whose body has not ended.
  var isOpen: Bool { if case .none = self { false } else { true } }

  /// The number of open nested transactions, each of which is a savepoint that needs a name.
  var savepoints: Int {
    switch self {
    case .none: 0
    case .reading(let count), .writing(let count), .rollingBack(let count): count
    }
  }

  /// Whether the innermost transaction will be rolled back when its body returns.
  var isRollingBack: Bool { if case .rollingBack = self { true } else { false } }

  /// The state of a `read { }` within this one.
  var reading: TransactionState { isRollingBack ? self : .reading(savepoints: savepoints) }

  /// When a statement may write.
  var writing: WritePermission {
    switch self {
    case .none: .always
    case .writing: .whileInTransaction
    case .reading, .rollingBack: .never
    }
  }
}

/// When a statement may write.
@usableFromInline
enum WritePermission {
  /// Inside and outside of a transaction.
  case always
  /// Unless SQLite has ended the transaction: later writes would be kept without the earlier ones.
  case whileInTransaction
  case never
}
