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
    let message = error.missingCollation.map(Self.words) ?? error.message
    let words = step.map { "\($0): \(message)" } ?? message
    self.init(isMissing ? .missingExtension : .refusedStatement, words, sql: sql)
  }

  /// Creates the error for rows that can't be read or copied without a collation; nil for another
  /// error.
  init?(missingFor table: String, _ error: DatabaseError) {
    guard let collation = error.missingCollation else { return nil }
    self.init(.missingExtension, "\(table): \(Self.words(collation))", sql: error.sql)
  }

  private static func words(_ collation: String) -> String {
    "this program does not define the collation \(collation); migrate in the program that does,"
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
  /// The collation that the connection lacks; nil for another error.
  fileprivate var missingCollation: String? {
    let start = "no such collation sequence: "
    guard message.starts(withBytes: start) else { return nil }
    return String(Substring(message.utf8.dropFirst(start.utf8.count)))
  }
}

/// An error that a closure for a column's value has thrown, with the row.
struct RuleFailure: Error {
  let error: any Error
  /// The row's key; nil in a table without one.
  let key: String?
}
