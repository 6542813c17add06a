import ORMCore

/// What a query's text depends on: the query without its values.
///
/// A connection that has written the text of a query knows the next one of the same shape by its
/// tree, and takes the values out of it. To write the text again would take several times as long.
final class QueryShape: Sendable {
  static let greatestDepth: Int32 = 40

  private let select: SelectNode
  private let question: QueryQuestion

  /// Nil where the text depends on the values too, and where the query has what few have.
  init?(_ select: SelectNode) {
    // Those of others are compared with it level by level.
    guard select.depth <= Self.greatestDepth, let shape = select.withoutValues else { return nil }
    self.select = shape
    question = .rows
  }

  /// The shape of queries of which this is asked.
  ///
  /// - Parameter arguments: Those of the statement that answers it for this query. Nil if they are
  ///   not the query's values: in a count, nothing is left of what was selected.
  init?(_ select: SelectNode, asking question: QueryQuestion, _ arguments: [SQLValue]) {
    var asked = select
    if question == .first { asked = select.first }
    if select.limit == nil && question.ignoresOrder { asked.ordering = [] }
    guard asked.depth <= Self.greatestDepth, let shape = asked.withoutValues else { return nil }
    self.select = shape
    self.question = question == .first ? .rows : question
    if question == .rows { return }
    var values: [SQLValue] = []
    guard isShape(of: select, asking: question, &values), values == arguments else { return nil }
  }

  /// Whether the query is of this shape: then, and else in part, its values are appended in the
  /// order of the statement's parameters.
  func isShape(
    of query: SelectNode, asking question: QueryQuestion = .rows,
    _ values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    // The first row is that of a query with a limit of 1.
    guard question == .first ? self.question == .rows : self.question == question else {
      return false
    }
    return select.isShape(
      of: query, limit: question == .first ? min(query.limit ?? 1, 1) : query.limit,
      ignoringOrder: question.ignoresOrder && query.limit == nil, &values)
  }
}

extension QueryQuestion {
  /// Whether the order matters to it only if the rows are limited, and is not written if not.
  fileprivate var ignoresOrder: Bool { self == .count || self == .exists }
}

/// What takes the values of a query one after the other.
protocol ArgumentList: ~Copyable {
  mutating func append(_ value: SQLValue)
}

extension [SQLValue]: ArgumentList {}

extension SQLiteParameters: ArgumentList {
  mutating func append(_ value: SQLValue) {
    bind(value, at: 1)
    offset += 1
  }
}

/// A part of a query, of which only the values may differ. Both ways go through it in the order in
/// which ``SQLRenderer`` writes it.
protocol Shapeable {
  /// The part with NULL for each value; nil where its text depends on the values.
  var withoutValues: Self? { get }

  /// Whether the other part differs in nothing but values, which are appended.
  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool
}

extension SelectNode: Shapeable {
  var withoutValues: SelectNode? {
    guard compounds.isEmpty, let core = core.withoutValues, let ordering = ordering.withoutValues
    else { return nil }
    var shape = SelectNode(core)
    shape.ordering = ordering
    shape.limit = limit.map { _ in 0 }
    shape.offset = min(offset, 1)
    return shape
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    isShape(of: other, limit: other.limit, ignoringOrder: false, &values)
  }

  /// - Parameter otherLimit: What the other's limit is taken for.
  fileprivate func isShape(
    of other: Self, limit otherLimit: Int?, ignoringOrder: Bool,
    _ values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    guard other.compounds.isEmpty, core.isShape(of: other.core, &values),
      ignoringOrder || ordering.isShape(of: other.ordering, &values),
      (limit == nil) == (otherLimit == nil), offset == min(other.offset, 1)
    else { return false }
    guard let limit = otherLimit else { return true }
    values.append(.integer(Int64(limit)))
    if other.offset > 0 { values.append(.integer(Int64(other.offset))) }
    return true
  }
}

extension SelectCore: Shapeable {
  var withoutValues: SelectCore? {
    guard windows.isEmpty, text?.isShapeable != false, let sources = sources.withoutValues,
      let condition = condition.withoutValues, let grouping = grouping.withoutValues,
      let having = having.withoutValues
    else { return nil }
    var shape = self
    if let chosen {
      guard let results = chosen.withoutValues else { return nil }
      shape.results = results
    }
    shape.sources = sources
    shape.condition = condition
    shape.grouping = grouping
    shape.having = having
    return shape
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    isDistinct == other.isDistinct && other.windows.isEmpty
      && selectsShape(of: other, &values)
      && sources.isShape(of: other.sources, &values)
      && condition.isShape(of: other.condition, &values)
      && grouping.isShape(of: other.grouping, &values)
      && having.isShape(of: other.having, &values)
  }

  private func selectsShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    guard text.isText(of: other.text) else { return false }
    // All columns of all sources follow from what their rows are read as.
    guard let chosen, let others = other.chosen else { return chosen == nil && other.chosen == nil }
    return chosen.isShape(of: others, &values)
  }
}

extension ResultColumn: Shapeable {
  var withoutValues: ResultColumn? {
    if let alias, !alias.isShapeable { return nil }
    if list != nil { return nil }
    return node.withoutValues.map { ResultColumn($0, as: alias) }
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    node.isShape(of: other.node, &values) && alias.isText(of: other.alias) && other.list == nil
  }
}

extension SourceNode: Shapeable {
  var withoutValues: SourceNode? {
    guard qualifier.isShapeable, let table = table.withoutValues,
      let condition = condition.withoutValues
    else { return nil }
    return SourceNode(
      kind: kind, table: table, qualifier: qualifier, condition: condition, row: row,
      related: related)
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    kind == other.kind && row == other.row && qualifier.isText(of: other.qualifier)
      && related == other.related
      && table.isShape(of: other.table, &values) && condition.isShape(of: other.condition, &values)
  }
}

extension TableNode: Shapeable {
  var withoutValues: TableNode? {
    switch self {
    case .table(let name): name.isShapeable ? self : nil
    case .subquery(let select): select.withoutValues.map { .subquery($0) }
    case .function, .common: nil
    }
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    switch (self, other) {
    case (.table(let name), .table(let name2)): name.isText(of: name2)
    case (.subquery(let select), .subquery(let select2)): select.isShape(of: select2, &values)
    default: false
    }
  }
}

extension OrderingTerm: Shapeable {
  var withoutValues: OrderingTerm? {
    node.withoutValues.map {
      OrderingTerm(node: $0, isDescending: isDescending, nulls: nulls, canBeNull: canBeNull)
    }
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    isDescending == other.isDescending && nulls == other.nulls
      && node.isShape(of: other.node, &values)
  }
}

extension SQLNode: Shapeable {
  var withoutValues: SQLNode? {
    switch kind {
    case .column(let qualifier, let name):
      name.isShapeable && qualifier?.isShapeable != false ? self : nil
    case .related(_, let name): name.isShapeable ? self : nil
    case .value: .value(.null)
    case .placeholder(let index, let query):
      PlaceholderValues.value(of: index, in: query) == nil ? nil : .value(.null)
    case .always, .never: self
    case .literal(let text): text.isShapeable ? self : nil
    case .binary(let left, let symbol, let right):
      Self.shape(left, right) { .binary($0, symbol, $1) }
    case .not(let operand): operand.withoutValues.map { .not($0) }
    case .isNotTrue(let operand): operand.withoutValues.map { .isNotTrue($0) }
    case .isNull(let operand): operand.withoutValues.map { .isNull($0) }
    case .isNotNull(let operand): operand.withoutValues.map { .isNotNull($0) }
    case .between(let operand, let lower, let upper):
      operand.withoutValues.flatMap { operand in
        Self.shape(lower, upper) { .between(operand, $0, $1) }
      }
    case .like(let operand, let pattern, let escape):
      escape?.isASCII == false
        ? nil : Self.shape(operand, pattern) { .like($0, pattern: $1, escape: escape) }
    case .function(let name, let arguments):
      name.isShapeable ? arguments.withoutValues.map { .function(name, $0) } : nil
    case .cast(let operand, let type):
      type.description.isShapeable ? operand.withoutValues.map { .cast($0, type) } : nil
    case .collate(let operand, let collation):
      collation.rawValue.isShapeable ? operand.withoutValues.map { .collate($0, collation) } : nil
    case .inList(let operand, let values):
      operand.withoutValues.map { .inList($0, values.withoutListValues) }
    case .call(let call): call.withoutValues.map { .call($0) }
    case .row(let nodes): nodes.withoutValues.map { .row($0) }
    case .subquery(let select): select.withoutValues.map { .subquery($0) }
    case .exists(let select): select.withoutValues.map { .exists($0) }
    default: nil
    }
  }

  private static func shape(
    _ left: SQLNode, _ right: SQLNode, _ node: (SQLNode, SQLNode) -> SQLNode
  ) -> SQLNode? {
    guard let left = left.withoutValues, let right = right.withoutValues else { return nil }
    return node(left, right)
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    switch (kind, other.kind) {
    case (.column(let qualifier, let name), .column(let otherQualifier, let otherName)):
      return name.isText(of: otherName) && qualifier.isText(of: otherQualifier)
    case (.related(let table, let name), .related(let otherTable, let otherName)):
      return name.isText(of: otherName) && table == otherTable
    case (.value, .value(let value)):
      values.append(value)
      return true
    case (.value, .placeholder(let index, let query)):
      guard let value = PlaceholderValues.value(of: index, in: query) else { return false }
      values.append(value)
      return true
    case (.always, .always), (.never, .never): return true
    case (.literal(let text), .literal(let text2)): return text.isText(of: text2)
    case (.binary(let left, let symbol, let right), .binary(let left2, let symbol2, let right2)):
      return symbol == symbol2 && left.isShape(of: left2, &values)
        && right.isShape(of: right2, &values)
    case (.not(let operand), .not(let operand2)),
      (.isNotTrue(let operand), .isNotTrue(let operand2)),
      (.isNull(let operand), .isNull(let operand2)),
      (.isNotNull(let operand), .isNotNull(let operand2)):
      return operand.isShape(of: operand2, &values)
    case (
      .between(let operand, let lower, let upper), .between(let operand2, let lower2, let upper2)
    ):
      return operand.isShape(of: operand2, &values) && lower.isShape(of: lower2, &values)
        && upper.isShape(of: upper2, &values)
    case (
      .like(let operand, let pattern, let escape), .like(let operand2, let pattern2, let escape2)
    ):
      // Characters: of ASCII, as what follows says
      return escape == escape2 && escape2?.isASCII != false
        && operand.isShape(of: operand2, &values)
        && pattern.isShape(of: pattern2, &values)
    case (.function(let name, let arguments), .function(let name2, let arguments2)):
      return name.isText(of: name2) && arguments.isShape(of: arguments2, &values)
    case (.cast(let operand, let type), .cast(let operand2, let type2)):
      return type == type2 && operand.isShape(of: operand2, &values)
    case (.collate(let operand, let collation), .collate(let operand2, let collation2)):
      return collation.rawValue.isText(of: collation2.rawValue)
        && operand.isShape(of: operand2, &values)
    case (.inList(let operand, let list), .inList(let operand2, let list2)):
      return operand.isShape(of: operand2, &values) && list.isListShape(of: list2, &values)
    case (.call(let call), .call(let call2)): return call.isShape(of: call2, &values)
    case (.row(let nodes), .row(let nodes2)): return nodes.isShape(of: nodes2, &values)
    case (.subquery(let select), .subquery(let select2)),
      (.exists(let select), .exists(let select2)):
      return select.isShape(of: select2, &values)
    default: return false
    }
  }
}

extension [SQLValue] {
  /// The shape's entry for the values of an `IN (…)`: their number, or the limit of parameters + 1
  /// if any number of them has one text, and + 2 if that text is the one for a list of any values.
  var withoutListValues: [SQLValue] {
    let most = SQLRenderer.longestListOfParameters
    if count <= most { return Array(repeating: .null, count: count) }
    return Array(repeating: .null, count: JSONArray(self) == nil ? most + 2 : most + 1)
  }

  /// Whether the values of an `IN (…)` have the text of those for which this stands.
  func isListShape(of other: [SQLValue], _ values: inout some ArgumentList & ~Copyable)
    -> Bool
  {
    let most = SQLRenderer.longestListOfParameters
    if count <= most {
      guard count == other.count else { return false }
      for value in other { values.append(value) }
      return true
    }
    guard other.count > most else { return false }
    if let array = JSONArray(other) {
      guard count == most + 1 else { return false }
      values.append(.text(array.text))
    } else {
      guard count == most + 2 else { return false }
      values.append(.blob(ValueList(other).bytes))
    }
    return true
  }
}

extension FunctionCall: Shapeable {
  var withoutValues: FunctionCall? {
    guard window == nil, name.isShapeable, let arguments = arguments.withoutValues,
      let ordering = ordering.withoutValues, let filter = filter.withoutValues
    else { return nil }
    return FunctionCall(
      name: name, arguments: arguments, isDistinct: isDistinct, ordering: ordering, filter: filter)
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    isDistinct == other.isDistinct && other.window == nil && name.isText(of: other.name)
      && arguments.isShape(of: other.arguments, &values)
      && ordering.isShape(of: other.ordering, &values)
      && filter.isShape(of: other.filter, &values)
  }
}

extension Array: Shapeable where Element: Shapeable {
  var withoutValues: [Element]? {
    var shapes: [Element] = []
    for element in self {
      guard let shape = element.withoutValues else { return nil }
      shapes.append(shape)
    }
    return shapes
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { elements in
      other.withUnsafeBufferPointer { others in
        elements.indices.allSatisfy { index in
          elements.borrow(index) { element in
            others.borrow(index) { element.isShape(of: $0, &values) }
          }
        }
      }
    }
  }
}

// To Swift, texts are equal that differ in how a letter is encoded; to SQLite they are two. One of
// ASCII is only equal to another of as many bytes where the bytes are the same, and finding that
// out takes a few instructions where both are one literal.

extension String {
  var isShapeable: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// Whether the bytes are the same, if this is ``isShapeable``.
  func isText(of other: String) -> Bool {
    self == other && utf8.count == other.utf8.count  // Characters: of ASCII, and as many bytes
  }
}

extension String? {
  func isText(of other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text.isText(of: other)
    default: false
    }
  }
}
