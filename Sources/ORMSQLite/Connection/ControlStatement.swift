/// The statements that open and end a transaction.
enum ControlStatement: String, CaseIterable {
  case begin = "BEGIN"
  case beginDeferred = "BEGIN DEFERRED"
  case beginImmediate = "BEGIN IMMEDIATE"
  case beginExclusive = "BEGIN EXCLUSIVE"
  case commit = "COMMIT"
  case rollback = "ROLLBACK"
}
