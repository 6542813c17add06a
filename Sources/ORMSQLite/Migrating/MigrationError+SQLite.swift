import ORMCore
import ORMSchema

extension MigrationError {
  /// Creates the error for a statement that SQLite refuses.
  init(refusing sql: String, _ error: DatabaseError, at step: String? = nil) {
    // SQLite has one error code for all of these.
    let isMissing = ["no such collation sequence", "no such function", "unknown function"].contains
    {
      error.message.starts(withBytes: $0)
    }
    let words = step.map { "\($0): \(error.message)" } ?? error.message
    self.init(isMissing ? .missingExtension : .refusedStatement, words, sql: sql)
  }

  /// Creates the error for a closure that computes a column's value.
  init(rule error: any Error) {
    let failure = error as? RuleFailure
    self.init(
      .failedRule, "a closure that computes a column has thrown: \(failure?.error ?? error)",
      key: failure?.key)
  }
}

/// An error that a closure for a column's value has thrown, with the row.
struct RuleFailure: Error {
  let error: any Error
  /// The row's key; nil in a table without one.
  let key: String?
}
