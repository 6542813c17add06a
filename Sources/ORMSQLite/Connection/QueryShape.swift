import ORMCore

/// A query's structure without its values: a statement-cache key.
///
/// A connection that has rendered the SQL of a query recognizes the next query of the same shape by
/// its tree, and takes the values from it. Rendering the SQL again would take several times as
/// long.
final class QueryShape: Sendable {
  static let greatestDepth: Int32 = 40

  private let select: SelectNode
  private let question: QueryQuestion

  /// Nil if the SQL depends on the values, or the query is of a kind that is not cached.
  init?(_ select: SelectNode) {
    // Queries are compared with the shape level by level.
    guard select.depth <= Self.greatestDepth, let shape = select.shapeOfWhole else { return nil }
    self.select = shape
    question = .rows
  }

  /// The shape of queries that are run for this kind of result.
  ///
  /// - Parameter arguments: The arguments of the statement that runs for this query. The result is
  ///   nil if they are not the query's values: a count, for example, does not contain the selected
  ///   columns.
  init?(_ select: SelectNode, asking question: QueryQuestion, _ arguments: [SQLValue]) {
    var asked = select
    if question == .first { asked = select.first }
    if select.limit == nil && question.ignoresOrder { asked.ordering = [] }
    guard asked.depth <= Self.greatestDepth, let shape = asked.shapeOfWhole else { return nil }
    self.select = shape
    self.question = question == .first ? .rows : question
    if question == .rows && shape.isOneSelect { return }
    var values: [SQLValue] = []
    guard takeValues(of: select, asking: question, into: &values), values == arguments else {
      return nil
    }
  }

  /// Appends the query's values in the order of the statement's parameters.
  ///
  /// - Returns: Whether the query is of this shape; if not, some of its values may have been
  ///   appended.
  func takeValues(
    of query: SelectNode, asking question: QueryQuestion = .rows,
    into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    // The first row is read by the query with a limit of 1.
    guard question == .first ? self.question == .rows : self.question == question else {
      return false
    }
    return select.takeValues(
      of: query, limit: question == .first ? min(query.limit ?? 1, 1) : query.limit,
      ignoringOrder: question.ignoresOrder && query.limit == nil, into: &values)
  }
}

extension QueryQuestion {
  /// Whether the order matters only if the rows are limited, and is not rendered otherwise.
  fileprivate var ignoresOrder: Bool { self == .count || self == .exists }
}

/// A sink for bound values, in parameter order.
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

/// A part of a query, of which only the values may differ. Both functions go through it in the
/// order in which ``SQLRenderer`` renders it.
///
/// Both functions handle each field of a part. ``withoutValues`` makes the part from all of its
/// fields, so a new field does not compile until it is passed. `takeValues` has to compare the
/// field: otherwise, a query that differs in it would get the statement of another query. In this
/// package's debug builds, each statement that was found by its shape is rendered as well, and
/// refused if the text differs: see ``WrongStatementError``.
protocol Shapeable {
  /// The part with NULL for each value; nil if its text depends on the values.
  var withoutValues: Self? { get }

  /// Appends the values of the other part, if it has the same text. Compares each of its fields.
  ///
  /// - Returns: Whether nothing else differs; if something does, some of its values may have been
  ///   appended.
  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool
}

extension SelectNode: Shapeable {
  var withoutValues: SelectNode? {
    guard let core = core.withoutValues, let compounds = compounds.withoutValues,
      let ordering = ordering.withoutValues
    else { return nil }
    return .with(
      core: core, compounds: compounds, ordering: ordering, limit: limit.map { _ in 0 },
      offset: min(offset, 1))
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    takeValues(of: other, limit: other.limit, ignoringOrder: false, into: &values)
  }

  /// - Parameter otherLimit: The limit to use for the other query.
  fileprivate func takeValues(
    of other: Self, limit otherLimit: Int?, ignoringOrder: Bool,
    into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    guard core.takeDefinedValues(of: other.core, into: &values),
      core.takeValues(of: other.core, into: &values),
      compounds.isEmpty && other.compounds.isEmpty
        || compounds.takeValues(of: other.compounds, into: &values),
      ignoringOrder || ordering.takeValues(of: other.ordering, into: &values),
      (limit == nil) == (otherLimit == nil), offset == min(other.offset, 1)
    else { return false }
    guard let limit = otherLimit else { return true }
    values.append(.integer(Int64(limit)))
    if other.offset > 0 { values.append(.integer(Int64(other.offset))) }
    return true
  }
}

extension SelectNode.Compound: Shapeable {
  var withoutValues: SelectNode.Compound? {
    core.withoutValues.map { .with(symbol: symbol, core: $0) }
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    symbol == other.symbol && core.takeValues(of: other.core, into: &values)
  }
}

extension SelectCore: Shapeable {
  var withoutValues: SelectCore? {
    var results: [ResultColumn]?
    if let chosen {
      guard let shapes = chosen.withoutValues else { return nil }
      results = shapes
    }
    // A type describes its table in the same way for all queries.
    guard let listed = listed.withoutValues, let condition = condition.withoutValues,
      let groups = groups.withoutValues
    else { return nil }
    return .with(
      isDistinct: isDistinct, chosen: results, whole: whole, listed: listed, condition: condition,
      groups: groups)
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    guard isDistinct == other.isDistinct, takeChosenValues(of: other, into: &values),
      takeSourceValues(of: other, into: &values),
      condition.takeValues(of: other.condition, into: &values)
    else { return false }
    if hasNoGroups && other.hasNoGroups { return true }
    return other.windows.isEmpty && grouping.takeValues(of: other.grouping, into: &values)
      && having.takeValues(of: other.having, into: &values)
  }

  /// Appends the values of the other part, if both have only a source and a condition.
  func takePlainValues(
    of other: Self, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    takeSourceValues(of: other, into: &values)
      && condition.takeValues(of: other.condition, into: &values)
  }

  private func takeSourceValues(
    of other: Self, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    if let whole { return other.whole.map { $0 == whole } ?? false }
    return other.whole == nil && listed.takeValues(of: other.listed, into: &values)
  }

  private func takeChosenValues(
    of other: Self, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    // If no columns are chosen, they follow from the types of the sources.
    guard let chosen, let others = other.chosen else { return chosen == nil && other.chosen == nil }
    return chosen.takeValues(of: others, into: &values)
  }
}

extension SelectGroups {
  fileprivate var withoutValues: SelectGroups? {
    switch self {
    case .none: return SelectGroups.none
    case .some(let grouping, let having, let windows):
      guard windows.isEmpty, let grouping = grouping.withoutValues,
        let having = having.withoutValues
      else { return nil }
      return .some(grouping: grouping, having: having, windows: [])
    }
  }
}

extension ResultColumn: Shapeable {
  var withoutValues: ResultColumn? {
    if let alias, !alias.isShapeable { return nil }
    if list != nil { return nil }
    return node.withoutValues.map { .with(node: $0, alias: alias, feature: feature) }
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    node.takeValues(of: other.node, into: &values) && alias.isText(of: other.alias)
      && other.list == nil && comparedInParts == other.comparedInParts
  }
}

extension SourceNode: Shapeable {
  var withoutValues: SourceNode? {
    guard qualifier.isShapeable, let table = table.withoutValues,
      let condition = condition.withoutValues
    else { return nil }
    return .with(
      kind: kind, table: table, qualifier: qualifier, condition: condition, row: row,
      related: related)
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    kind == other.kind && row == other.row && qualifier.isText(of: other.qualifier)
      && related == other.related
      && table.takeValues(of: other.table, into: &values)
      && condition.takeValues(of: other.condition, into: &values)
  }
}

extension TableNode: Shapeable {
  var withoutValues: TableNode? {
    switch self {
    case .table(let name): name.isShapeable ? self : nil
    case .subquery(let select): select.withoutValues.map { .subquery($0) }
    case .function(let name, let arguments):
      name.isShapeable ? arguments.withoutValues.map { .function(name, $0) } : nil
    case .common: nil
    }
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    switch (self, other) {
    case (.table(let name), .table(let name2)): name.isText(of: name2)
    case (.subquery(let select), .subquery(let select2)):
      select.takeValues(of: select2, into: &values)
    case (.function(let name, let arguments), .function(let name2, let arguments2)):
      name.isText(of: name2) && arguments.takeValues(of: arguments2, into: &values)
    // The table's values were appended before all others.
    case (.common(let table), .common(let table2)): table.isDefined(as: table2)
    default: false
    }
  }
}

extension OrderingTerm: Shapeable {
  var withoutValues: OrderingTerm? {
    // Whether the term can be NULL matters to pages only, and does not change the text.
    node.withoutValues.map {
      .with(node: $0, isDescending: isDescending, nulls: nulls, canBeNull: canBeNull)
    }
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    isDescending == other.isDescending && nulls == other.nulls
      && node.takeValues(of: other.node, into: &values)
  }
}

// Swift compares texts by their characters, which can be encoded in several ways; SQLite compares
// bytes. An ASCII text equals another text of as many bytes only if the bytes are equal, and this
// comparison takes a few instructions if both are the same literal.

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
