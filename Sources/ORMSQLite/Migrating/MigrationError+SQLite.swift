import ORMCore
import ORMSchema

extension MigrationError {
  /// Creates the error for a statement that SQLite refuses.
  init(refusing sql: String, _ error: DatabaseError, at step: String? = nil) {
    // SQLite has one error code for all of these.
    let missing = error.missingExtension.map(Self.words)
    let words = step.map { "\($0): \(missing ?? error.message)" } ?? missing ?? error.message
    self.init(missing == nil ? .refusedStatement : .missingExtension, words, sql: sql)
  }

  /// Creates the error for rows that can't be read or copied without a collation; nil for another
  /// error.
  init?(missingFor table: String, _ error: DatabaseError) {
    guard let missing = error.missingExtension else { return nil }
    self.init(.missingExtension, "\(table): \(Self.words(missing))", sql: error.sql)
  }

  private static func words(_ missing: String) -> String {
    "this program does not define the \(missing); migrate in the program that does,"
      + " after add(_:)"
  }

  /// Creates the error for a closure that computes a column's value.
  init(rule error: any Error) {
    let failure = error as? RuleFailure
    self.init(
      .failedRule, "a closure that computes a column threw an error: \(failure?.error ?? error)",
      key: failure?.key)
  }
}

extension DatabaseError {
  /// The collation or function that only another program has, as `collation NAME` or `function
  /// NAME`; nil if the error has another reason.
  fileprivate var missingExtension: String? {
    let start = "no such collation sequence: "
    if message.starts(withBytes: start) {
      return "collation \(String(Substring(message.utf8.dropFirst(start.utf8.count))))"
    }
    return missingFunction.map { "function \($0)" }
  }
}

/// An error that a closure for a column's value has thrown, with the row.
struct RuleFailure: Error {
  let error: any Error
  /// The row's key; nil in a table without one.
  let key: String?
}
