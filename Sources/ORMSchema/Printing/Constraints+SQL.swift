import ORMCore

/// The SQL of a constraint, preceded by its name if it has one.
func named(_ name: String?, _ sql: String) -> String {
  name.map { "CONSTRAINT \($0.quotedIdentifier) \(sql)" } ?? sql
}

extension Schema.Conflict? {
  var clause: String { map { " ON CONFLICT \($0.rawValue)" } ?? "" }
}

extension Schema.Key {
  private var word: String { kind == .primary ? "PRIMARY KEY" : "UNIQUE" }

  /// The SQL of a column constraint.
  package var columnSQL: String {
    let order = kind == .primary && columns.first?.isDescending == true ? " DESC" : ""
    let counter = isAutoincrement ? " AUTOINCREMENT" : ""
    return named(name, word + order + conflict.clause + counter)
  }

  /// The SQL of a table constraint.
  package var tableSQL: String {
    let counter = isAutoincrement ? " AUTOINCREMENT" : ""
    return named(name, "\(word) (\(columns.sql)\(counter))\(conflict.clause)")
  }
}

extension [Schema.IndexedColumn] {
  var sql: String { map(\.sql).joined(separator: ", ") }
}

extension Schema.IndexedColumn {
  var sql: String {
    let sql = isExpression ? text.inParentheses : text.quotedIdentifier
    let collated = collation.map { "\(sql) COLLATE \($0.quotedIdentifier)" } ?? sql
    return isDescending ? collated + " DESC" : collated
  }
}

extension Schema.Check {
  package var sql: String { named(name, "CHECK \(expression.inParentheses)") }
}

extension Schema.NotNull {
  package var sql: String { named(name, "NOT NULL" + conflict.clause) }
}

extension Schema.Default {
  package var sql: String { named(name, "DEFAULT \(words)") }

  /// The SQL after `DEFAULT`.
  package var words: String { expression.isLiteral ? expression : expression.inParentheses }
}

extension Schema.Generated {
  package var sql: String {
    let kind = isStored ? "STORED" : "VIRTUAL"
    return named(name, "GENERATED ALWAYS AS \(expression.inParentheses) \(kind)")
  }
}

extension Schema.Reference {
  /// The SQL of a column constraint.
  package var columnSQL: String { named(name, clause) }

  /// The SQL of a table constraint.
  package var tableSQL: String { named(name, "FOREIGN KEY (\(columns.quotedList)) \(clause)") }

  private var clause: String {
    var sql = "REFERENCES \(table.quotedIdentifier)"
    if !tableColumns.isEmpty { sql += " (\(tableColumns.quotedList))" }
    if onDelete != .noAction { sql += " ON DELETE \(onDelete.rawValue)" }
    if onUpdate != .noAction { sql += " ON UPDATE \(onUpdate.rawValue)" }
    if let match { sql += " MATCH \(match.quotedIdentifier)" }
    if let deferral { sql += " \(deferral.rawValue)" }
    return sql
  }
}

extension [String] {
  var quotedList: String { map(\.quotedIdentifier).joined(separator: ", ") }
}

extension String {
  /// The SQL in parentheses. A line break keeps a final comment from hiding the closing one.
  var inParentheses: String {
    var last: SQLToken?
    for token in SQLTokens(self) { last = token }
    return last?.kind == .comment ? "(\(self)\n)" : "(\(self))"
  }
}
