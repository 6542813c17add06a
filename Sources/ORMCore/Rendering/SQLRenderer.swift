/// Writes a statement's text and arguments in one pass.
package struct SQLRenderer {
  /// What was written, without the `WITH` in front of it.
  private var text: SQLBuffer
  private(set) var arguments: [SQLValue] = []
  /// The arguments that are placeholders.
  private var places: [StatementTemplate.Place] = []
  /// The query whose placeholders these are; nil if none may be.
  private let query: PreparedQueryID?
  private var commonTables: [CommonTableNode] = []
  /// The definitions of the ``commonTables``, each with parameters of its own.
  private var definitions: [StatementTemplate] = []
  private(set) var writesLiterals = false
  let dialect: SQLDialect
  /// The tables that columns around the current place belong to.
  var scope: Scope
  /// What is joined because it is named.
  var plan = JoinPlan()
  /// Whether something was joined.
  var joinsRelations = false
  /// Whether the SQL is the body of a trigger, which may run in other programs, without this
  /// library's functions.
  var isTrigger = false
  /// Whether no column may be of a table outside of the statement: one inside could have its name.
  var isClosed = false

  struct Scope {
    /// The only table, whose columns need no qualifier.
    var only: String?
    /// Whether no column has one.
    var isUnqualified = false
  }

  /// - Parameters:
  ///   - table: The only table of a statement whose beginning is `sql`.
  ///   - query: The query whose values may be missing, as in a ``template``.
  package init(
    _ sql: String = "", over table: String? = nil, dialect: SQLDialect = .sqlite,
    of query: PreparedQueryID? = nil
  ) {
    text = SQLBuffer(sql)
    scope = Scope(only: table)
    self.dialect = dialect
    self.query = query
  }

  /// The text that was written so far, without the `WITH` in front of it.
  var written: String { text.string }
  /// How many bytes of it there are.
  var length: Int { text.count }

  private var body: StatementTemplate {
    StatementTemplate(
      statement: Statement(sql: text.string, arguments: arguments), places: places)
  }

  /// What was written.
  package var statement: Statement { template.statement }

  /// What was written, with the places of the placeholders.
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

  /// Sees to it that the statement's `WITH` has the table.
  ///
  /// - Throws: ``ValueEncodingError``
  mutating func define(_ table: CommonTableNode) throws {
    if commonTables.contains(table) { return }
    let outside = (text, arguments, places, scope)
    let around = plan.leaveAll()
    (text, arguments, places, scope) = (SQLBuffer(), [], [], Scope())
    append(identifier: table.name)
    let hint = table.isMaterialized.map { $0 ? "MATERIALIZED " : "NOT MATERIALIZED " } ?? ""
    append("(\(table.columns.identifierList)) AS \(hint)(")
    try append(table.body)
    append(")")
    commonTables.append(table)
    definitions.append(body)
    (text, arguments, places, scope) = outside
    plan.enter(all: around)
  }

  /// A place at which writing can begin again.
  struct Mark {
    fileprivate let text, arguments, places, definitions: Int
  }

  var mark: Mark {
    Mark(
      text: text.count, arguments: arguments.count, places: places.count,
      definitions: definitions.count)
  }

  /// Takes back what was written since.
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

  /// Writes the next parameter, for a value that is still to come.
  ///
  /// - Parameter isBound: Whether stored values are compared with it by their order.
  /// - Throws: ``ValueEncodingError`` where the statement is another one than the placeholder's,
  ///   and no list of that.
  mutating func bind(
    placeholder index: Int, of query: PreparedQueryID, isBound: Bool = false
  ) throws {
    guard query == self.query, !writesLiterals else {
      if let value = PlaceholderValues.value(of: index, in: query, isBound: isBound) {
        return bind(value)
      }
      throw ValueEncodingError(
        type: "Placeholder",
        reason: .invalid(description: "it has a value in its own PreparedQuery only"))
    }
    places.append(
      StatementTemplate.Place(
        argument: arguments.count, placeholder: index, isBound: isBound))
    bind(.null)
  }

  /// Writes values as literals for as long as `write` runs.
  mutating func writingLiterals(_ write: (inout SQLRenderer) throws -> Void) rethrows {
    writesLiterals = true
    defer { writesLiterals = false }
    try write(&self)
  }

  /// Writes the items with commas between them.
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
