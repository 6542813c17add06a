/// Writes a statement's text and arguments in one pass.
struct SQLRenderer {
  private(set) var statement: Statement
  let dialect: SQLDialect

  init(_ sql: String = "", dialect: SQLDialect = .sqlite) {
    statement = Statement(sql: sql)
    self.dialect = dialect
  }

  mutating func append(_ text: String) { statement.sql += text }

  mutating func append(identifier name: String) { statement.sql += name.quotedIdentifier }

  /// Writes the next parameter and keeps its value.
  mutating func bind(_ value: SQLValue) {
    statement.arguments.append(value)
    statement.sql += "$\(statement.arguments.count)"
  }

  /// Writes the items with commas between them.
  mutating func append<Item>(
    _ items: [Item], separator: String = ", ",
    _ write: (inout SQLRenderer, Item) throws -> Void
  ) rethrows {
    for (index, item) in items.enumerated() {
      if index > 0 { append(separator) }
      try write(&self, item)
    }
  }
}
