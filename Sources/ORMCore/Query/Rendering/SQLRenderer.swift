/// Writes a statement's text and arguments in one pass.
struct SQLRenderer {
  /// What was written, without the `WITH` in front of it.
  private var text: SQLBuffer
  private(set) var arguments: [SQLValue] = []
  private var commonTables: [CommonTableNode] = []
  /// The definitions of the ``commonTables``, each with parameters of its own.
  private var definitions: [Statement] = []
  private var writesLiterals = false
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
    // Most statements fit, and none is moved as it grows from nothing.
    text = SQLBuffer(sql, capacity: 256)
    scope = Scope(only: table)
    self.dialect = dialect
  }

  /// The text that was written so far, without the `WITH` in front of it.
  var written: String { text.string }
  /// How many bytes of it there are.
  var length: Int { text.count }

  private var body: Statement { Statement(sql: text.string, arguments: arguments) }

  /// What was written.
  var statement: Statement {
    if definitions.isEmpty { return body }
    var whole = Statement(sql: "WITH ")
    if commonTables.contains(where: \.isRecursive) { whole.sql += "RECURSIVE " }
    for (index, definition) in definitions.enumerated() {
      whole.append(index == 0 ? "" : ", ", definition)
    }
    whole.append(" ", body)
    return whole
  }

  /// Sees to it that the statement's `WITH` has the table.
  ///
  /// - Throws: ``ValueEncodingError``
  mutating func define(_ table: CommonTableNode) throws {
    if commonTables.contains(table) { return }
    let outside = (text, arguments, scope)
    (text, arguments, scope) = (SQLBuffer(capacity: 256), [], Scope())
    append(identifier: table.name)
    let hint = table.isMaterialized.map { $0 ? "MATERIALIZED " : "NOT MATERIALIZED " } ?? ""
    append("(\(table.columns.identifierList)) AS \(hint)(")
    try append(table.body)
    append(")")
    commonTables.append(table)
    definitions.append(body)
    (text, arguments, scope) = outside
  }

  mutating func append(_ sql: String) { text.append(sql) }

  mutating func append(identifier name: String) { text.append(identifier: name) }

  /// Writes the next parameter and keeps its value.
  ///
  /// - Parameter isNumbered: Whether the parameter has a number, or is known by its place.
  mutating func bind(_ value: SQLValue, isNumbered: Bool = true) {
    if writesLiterals {
      append(value.literal)
      return
    }
    arguments.append(value)
    if isNumbered { text.append(parameter: arguments.count) } else { append("?") }
  }

  /// Writes values as literals for as long as `write` runs.
  mutating func writingLiterals(_ write: (inout SQLRenderer) throws -> Void) rethrows {
    writesLiterals = true
    defer { writesLiterals = false }
    try write(&self)
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

extension Statement {
  /// Puts another text behind this one. SQLite counts `$1` to `$n` as it comes to them, so they get
  /// the numbers that follow here.
  fileprivate mutating func append(_ separator: String, _ other: Statement) {
    let count = arguments.count
    arguments += other.arguments
    sql += separator
    if count == 0 {
      sql += other.sql
      return
    }
    for (kind, text) in SQLTokens(other.sql) {
      if kind == .parameter, let number = Int(text.dropFirst()) {
        sql += "$\(count + number)"
      } else {
        sql += text
      }
    }
  }
}
