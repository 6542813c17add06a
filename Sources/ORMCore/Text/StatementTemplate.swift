/// A statement some of whose arguments are still to come.
package struct StatementTemplate: Sendable {
  /// An argument for a placeholder.
  struct Place: Sendable {
    /// The argument, from 0.
    let argument: Int
    /// The number of the placeholder.
    let placeholder: Int
    /// Whether stored values are compared with the argument by their order.
    let isBound: Bool
  }

  /// An argument that is not known yet is NULL.
  package var statement: Statement
  var places: [Place] = []

  /// Puts another text behind this one. SQLite counts `$1` to `$n` as it comes to them, so they get
  /// the numbers that follow here.
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
