/// A statement with placeholders for some of its arguments.
package struct StatementTemplate: Sendable {
  /// The place of a placeholder in the arguments.
  struct Place: Sendable {
    /// The index of the argument, from 0.
    let argument: Int
    /// The number of the placeholder.
    let placeholder: Int
    /// Whether stored values are compared with the argument by their order.
    let isBound: Bool
  }

  /// The statement, in which the argument of a placeholder is NULL.
  package var statement: Statement
  var places: [Place] = []

  /// Appends another statement, whose parameters get the numbers that follow here: SQLite numbers
  /// `$1` to `$n` in the order of their occurrence.
  mutating func append(_ separator: String, _ other: StatementTemplate) {
    let count = statement.arguments.count
    statement.arguments += other.statement.arguments
    places += other.places.map {
      Place(
        argument: count + $0.argument, placeholder: $0.placeholder, isBound: $0.isBound)
    }
    statement.sql += separator
    if count == 0 {
      statement.sql += other.statement.sql
      return
    }
    var renumbered = SQLBuffer(statement.sql)
    for token in SQLTokens(other.statement.sql) {
      if let number = token.writtenNumber {
        renumbered.append(parameter: count + number)
      } else {
        renumbered.append(String(token.text))
      }
    }
    statement.sql = renumbered.string
  }
}
