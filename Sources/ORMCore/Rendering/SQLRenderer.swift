/// Renders a statement's SQL and arguments in one pass.
package struct SQLRenderer {
  /// The written text, without the `WITH` before it.
  private var text: SQLBuffer
  private(set) var arguments: [SQLValue] = []
  /// The arguments that are placeholders.
  private var places: [StatementTemplate.Place] = []
  /// The query whose placeholders are allowed; nil if none are.
  private let query: PreparedQueryID?
  private var commonTables: [CommonTableNode] = []
  /// The definitions of the ``commonTables``, each with its own parameters.
  private var definitions: [StatementTemplate] = []
  /// The tables that were written so far, which no common table expression may hide.
  private var readTables: [String] = []
  /// The recursive common table expressions that are being written, which read from themselves.
  private var recursiveTables: [String] = []
  private(set) var writesLiterals = false
  let dialect: SQLDialect
  /// The tables to which columns at the current place belong.
  var scope: Scope
  /// The tables that are joined because expressions name their relations.
  var plan = JoinPlan()
  /// Whether a table was joined for a relation.
  var joinsRelations = false
  /// Whether the SQL is the body of a trigger, which may run in other programs, without this
  /// library's functions.
  var isTrigger = false
  /// Whether columns of tables outside of the statement are refused: a table inside could have the
  /// same name.
  var isClosed = false
  /// Whether the next query is the operand of `EXISTS`, which does not use the values of its rows.
  var isExistence = false

  struct Scope {
    /// The only table, whose columns need no qualifier.
    var only: String?
    /// Whether all columns are written without a qualifier.
    var isUnqualified = false
  }

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - sql: The beginning of the statement.
  ///   - table: The only table of the statement, if it has one.
  ///   - query: The query whose placeholders may have no values yet, as in a ``template``.
  package init(
    _ sql: String = "", over table: String? = nil, dialect: SQLDialect = .sqlite,
    of query: PreparedQueryID? = nil
  ) {
    text = SQLBuffer(sql)
    scope = Scope(only: table)
    self.dialect = dialect
    self.query = query
  }

  /// The text that was written so far, without the `WITH` before it.
  var written: String { text.string }
  /// The number of bytes that were written so far.
  var length: Int { text.count }

  private var body: StatementTemplate {
    StatementTemplate(
      statement: Statement(sql: text.string, arguments: arguments), places: places)
  }

  /// The written statement.
  package var statement: Statement { template.statement }

  /// The written statement, with the places of its placeholders.
  var template: StatementTemplate {
    if definitions.isEmpty { return body }
    var whole = StatementTemplate(statement: Statement(sql: "WITH "))
    if commonTables.contains(where: \.isRecursive) { whole.statement.sql += "RECURSIVE " }
    for (index, definition) in definitions.enumerated() {
      whole.append(index == 0 ? "" : ", ", definition)
    }
    whole.append(" ", body)
    return whole
  }

  /// Adds the table to the statement's `WITH`, if it is not there yet.
  ///
  /// - Throws: ``CommonTableNameError``; ``ValueEncodingError``
  mutating func define(_ table: CommonTableNode) throws {
    if commonTables.contains(table) { return }
    if table.isRecursive { recursiveTables.append(table.name) }
    defer { if table.isRecursive { recursiveTables.removeLast() } }
    let outside = (text, arguments, places, scope)
    let around = plan.leaveAll()
    defer { plan.enter(all: around) }
    (text, arguments, places, scope) = (SQLBuffer(), [], [], Scope())
    append(identifier: table.name)
    let hint = table.isMaterialized.map { $0 ? "MATERIALIZED " : "NOT MATERIALIZED " } ?? ""
    append("(\(table.columns.identifierList)) AS \(hint)(")
    if let rows = table.body.rowsOfValues {
      try append(rows: rows)
    } else {
      try append(table.body)
    }
    append(")")
    if readTables.contains(name: table.name) {
      throw CommonTableNameError(name: table.name, isTable: true)
    }
    if commonTables.contains(where: { $0.name.isSameName(as: table.name) }) {
      throw CommonTableNameError(name: table.name, isTable: false)
    }
    commonTables.append(table)
    definitions.append(body)
    (text, arguments, places, scope) = outside
  }

  /// Records that the statement reads a table.
  ///
  /// - Throws: ``CommonTableNameError``
  mutating func read(table name: String) throws {
    if recursiveTables.contains(name: name) { return }
    if commonTables.contains(where: { $0.name.isSameName(as: name) }) {
      throw CommonTableNameError(name: name, isTable: true)
    }
    readTables.append(name)
  }

  /// A position to which the written text can be truncated.
  struct Mark {
    fileprivate let text, arguments, places, definitions: Int
  }

  var mark: Mark {
    Mark(
      text: text.count, arguments: arguments.count, places: places.count,
      definitions: definitions.count)
  }

  /// Removes what was written after the mark.
  mutating func takeBack(to mark: Mark) {
    text.removeLast(text.count - mark.text)
    arguments.removeLast(arguments.count - mark.arguments)
    places.removeLast(places.count - mark.places)
    definitions.removeLast(definitions.count - mark.definitions)
    commonTables.removeLast(commonTables.count - mark.definitions)
  }

  package mutating func append(_ sql: String) { text.append(sql) }

  mutating func append(identifier name: String) { text.append(identifier: name) }

  mutating func append(parameter number: Int) { text.append(parameter: number) }

  /// Writes the next parameter and adds its value to the arguments.
  ///
  /// - Parameter isNumbered: Whether the parameter has a number; if false, it is a `?`.
  mutating func bind(_ value: SQLValue, isNumbered: Bool = true) {
    if writesLiterals {
      append(value.literal)
      return
    }
    arguments.append(value)
    if isNumbered { text.append(parameter: arguments.count) } else { append("?") }
  }

  /// Writes the next parameter, for a placeholder whose value is passed later.
  ///
  /// - Parameter isBound: Whether stored values are compared with it by their order.
  /// - Throws: ``ValueEncodingError`` if the placeholder belongs to another query, and the
  ///   statement is not a list of that query.
  mutating func bind(
    placeholder index: Int, of query: PreparedQueryID, isBound: Bool = false
  ) throws {
    guard query == self.query, !writesLiterals else {
      if let value = PlaceholderValues.value(of: index, in: query, isBound: isBound) {
        return bind(value)
      }
      throw ValueEncodingError(
        type: "Placeholder",
        reason: .invalid(description: "it has a value only in its own PreparedQuery"))
    }
    places.append(
      StatementTemplate.Place(
        argument: arguments.count, placeholder: index, isBound: isBound))
    bind(.null)
  }

  /// Writes values as literals during `write`.
  mutating func writingLiterals(_ write: (inout SQLRenderer) throws -> Void) rethrows {
    writesLiterals = true
    defer { writesLiterals = false }
    try write(&self)
  }

  /// Writes the items with a separator between them, by default a comma.
  package mutating func append<Item>(
    _ items: [Item], separator: String = ", ",
    _ write: (inout SQLRenderer, Item) throws -> Void
  ) rethrows {
    for (index, item) in items.enumerated() {
      if index > 0 { append(separator) }
      try write(&self, item)
    }
  }
}
