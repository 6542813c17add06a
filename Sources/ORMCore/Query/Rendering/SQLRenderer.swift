/// Writes a statement's text and arguments in one pass.
struct SQLRenderer {
  /// What was written, without the `WITH` in front of it.
  private var body: Statement
  private var commonTables: [CommonTableNode] = []
  private var definitions: [String] = []
  let dialect: SQLDialect
  /// The tables that columns around the current place belong to.
  var scope: Scope

  struct Scope {
    /// The only table, whose columns need no qualifier.
    var only: String?
    /// Whether no column has one.
    var isUnqualified = false
  }

  /// - Parameter table: The only table of a statement whose beginning is `sql`.
  init(_ sql: String = "", over table: String? = nil, dialect: SQLDialect = .sqlite) {
    body = Statement(sql: sql)
    scope = Scope(only: table)
    self.dialect = dialect
  }

  /// What was written.
  var statement: Statement {
    if definitions.isEmpty { return body }
    let recursive = commonTables.contains(where: \.isRecursive) ? "RECURSIVE " : ""
    let sql = "WITH \(recursive)\(definitions.joined(separator: ", ")) \(body.sql)"
    return Statement(sql: sql, arguments: body.arguments)
  }

  /// Sees to it that the statement's `WITH` has the table.
  ///
  /// Its text comes first and its arguments do not: parameters have numbers.
  ///
  /// - Throws: ``ValueEncodingError``
  mutating func define(_ table: CommonTableNode) throws {
    if commonTables.contains(table) { return }
    let outside = (sql: body.sql, scope: scope)
    body.sql = ""
    scope = Scope()
    append(identifier: table.name)
    let hint = table.isMaterialized.map { $0 ? "MATERIALIZED " : "NOT MATERIALIZED " } ?? ""
    append("(\(table.columns.identifierList)) AS \(hint)(")
    try append(table.body)
    append(")")
    commonTables.append(table)
    definitions.append(body.sql)
    (body.sql, scope) = outside
  }

  mutating func append(_ text: String) { body.sql += text }

  mutating func append(identifier name: String) { body.sql += name.quotedIdentifier }

  /// Writes the next parameter and keeps its value.
  mutating func bind(_ value: SQLValue) {
    body.arguments.append(value)
    body.sql += "$\(body.arguments.count)"
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
