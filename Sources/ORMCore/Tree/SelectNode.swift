/// A whole `SELECT` as a tree, which ``SQLNode`` can hold as a subquery.
@_documentation(visibility: internal)
public struct SelectNode: Sendable, Hashable {
  /// The first `SELECT`, and those that compound operators join to it.
  @usableFromInline package var core: SelectCore
  @usableFromInline package var compounds: [Compound] = []
  @usableFromInline package var ordering: [OrderingTerm] = []
  @usableFromInline package var limit: Int?
  @usableFromInline package var offset = 0

  @usableFromInline
  package struct Compound: Sendable, Hashable {
    package let symbol: CompoundOperator
    package let core: SelectCore
  }
}

/// What stands between two `SELECT`s.
package enum CompoundOperator: String, Sendable, Hashable {
  case union = "UNION"
  case unionAll = "UNION ALL"
  case intersect = "INTERSECT"
  case except = "EXCEPT"
}

/// A `SELECT` with its `WINDOW`, but without an order.
@usableFromInline
package struct SelectCore: Sendable {
  @usableFromInline package var isDistinct = false
  /// The selected columns, if they are not all columns of all sources.
  @usableFromInline package fileprivate(set) var chosen: [ResultColumn]?
  /// The type whose table is all that there is in the `FROM`, under its own name. Most queries are
  /// of one: this takes no memory and no time, and is compared by a look.
  @usableFromInline package fileprivate(set) var whole: (any WholeTable.Type)?
  /// What else is in the `FROM`.
  @usableFromInline package fileprivate(set) var listed: [SourceNode]
  @usableFromInline package var condition: SQLNode
  @usableFromInline package var groups: SelectGroups

  /// What is selected.
  package var results: [ResultColumn] {
    get {
      chosen ?? whole.map { SourceNode(whole: $0).columns } ?? listed.flatMap(\.columns)
    }
    set { chosen = newValue }
  }

  /// How many columns are selected.
  var resultCount: Int {
    if let chosen { return chosen.count }
    if let whole { return whole.selectedColumns.count }
    return listed.reduce(0) {
      $0 + ($1.row?.type.selectedColumns.count ?? 0) + ($1.hasMarkedRows ? 1 : 0)
    }
  }

  /// `SELECT … FROM …` as the macro wrote it, if it is of all columns of the only table.
  package var text: String? { chosen == nil ? whole?.selectSQL : nil }

  /// What the `FROM` takes rows from.
  package var sources: [SourceNode] {
    get { whole.map { [SourceNode(whole: $0)] } ?? listed }
    _modify {
      listWhole()
      yield &listed
    }
  }

  /// How many there are.
  package var sourceCount: Int { whole == nil ? listed.count : 1 }

  private mutating func listWhole() {
    guard let type = whole else { return }
    // Most queries of more tables than one are of two or three.
    listed.reserveCapacity(3)
    listed.append(SourceNode(whole: type))
    whole = nil
  }

  /// Takes the rows of one more source too, and selects every column of all of them.
  mutating func join(_ source: consuming SourceNode) {
    listWhole()
    if source.kind == .right || source.kind == .full {
      for index in listed.indices { listed[index].markRows() }
    }
    if source.kind == .left || source.kind == .full { source.markRows() }
    listed.append(source)
    chosen = nil
  }
}

/// What a `SELECT` says of groups and of windows: most say nothing, and keep nothing for it.
@usableFromInline
package indirect enum SelectGroups: Sendable {
  case none
  case some(grouping: [SQLNode], having: SQLNode, windows: [NamedWindow])
}

extension SelectCore {
  package var grouping: [SQLNode] {
    get { if case .some(let grouping, _, _) = groups { grouping } else { [] } }
    set { groups = .some(grouping: newValue, having: having, windows: windows) }
  }

  package var having: SQLNode {
    get { if case .some(_, let having, _) = groups { having } else { .always } }
    set { groups = .some(grouping: grouping, having: newValue, windows: windows) }
  }

  package var windows: [NamedWindow] {
    get { if case .some(_, _, let windows) = groups { windows } else { [] } }
    set { groups = .some(grouping: grouping, having: having, windows: newValue) }
  }

  /// Whether nothing was said of groups and windows.
  package var hasNoGroups: Bool { if case .none = groups { true } else { false } }
}

extension SelectNode {
  @inlinable package init(_ core: consuming SelectCore) { self.core = core }

  /// The query with other expressions in the place of what it selects.
  func mappingResults(_ map: (Int, SQLNode) -> SQLNode) -> SelectNode {
    var mapped = self
    mapped.core = core.mappingResults(map)
    mapped.compounds = compounds.map {
      Compound(symbol: $0.symbol, core: $0.core.mappingResults(map))
    }
    return mapped
  }

  /// The query with these names for its columns.
  func naming(_ names: [String]) -> SelectNode {
    var named = self
    named.core = core.naming(names)
    return named
  }

  /// The query as one side of a compound, which has no order and no limit of its own.
  var asOperand: SelectNode { ordering.isEmpty && limit == nil ? self : asSubquery }

  /// A `SELECT` of all that the query gives.
  var asSubquery: SelectNode {
    SelectNode(SelectCore([ResultColumn(.raw("*"))], from: [.anonymous(self)]))
  }

  /// The query for its first row alone.
  @usableFromInline package var first: SelectNode {
    var first = self
    first.limit = min(limit ?? 1, 1)
    return first
  }
}

extension SelectCore {
  @usableFromInline
  init(_ chosen: [ResultColumn]?, from sources: [SourceNode]) {
    self.chosen = chosen
    listed = sources
    condition = .always
    groups = .none
  }

  /// Every row of the type's table.
  @inlinable
  init(whole: any WholeTable.Type) {
    self.whole = whole
    listed = []
    condition = .always
    groups = .none
  }

  /// A query for these columns.
  package init(_ results: [ResultColumn], from sources: [SourceNode] = []) {
    self.init(Optional(results), from: sources)
  }

  /// A query for every column of a source.
  @usableFromInline
  init(from source: consuming SourceNode) {
    var sources: [SourceNode] = []
    sources.reserveCapacity(3)
    sources.append(source)
    self.init(nil, from: sources)
  }

  /// The query whose columns it gives as they are, if it is `SELECT * FROM (…)`.
  var wrapped: SelectNode? {
    guard case .subquery(let inner)? = listed.first?.table, chosen == [ResultColumn(.raw("*"))]
    else { return nil }
    return inner
  }

  private func wrapping(_ select: SelectNode) -> SelectCore {
    var core = self
    core.sources = [.anonymous(select)]
    return core
  }

  fileprivate func mappingResults(_ map: (Int, SQLNode) -> SQLNode) -> SelectCore {
    if let wrapped { return wrapping(wrapped.mappingResults(map)) }
    let mapped = results.enumerated().map {
      ResultColumn(map($0, $1.node), as: $1.alias, $1.feature)
    }
    if mapped == results { return self }
    var core = self
    core.results = mapped
    return core
  }

  fileprivate func naming(_ names: [String]) -> SelectCore {
    if let wrapped { return wrapping(wrapped.naming(names)) }
    // A table's own columns have their names.
    if whole != nil && chosen == nil { return self }
    var core = self
    core.results = zip(results, names).map { result, name in
      if result.alias == nil, case .column(_, let own) = result.node.kind,
        own.hasSameBytes(as: name)
      {
        return result
      }
      return ResultColumn(result.node, as: name, result.feature)
    }
    return core
  }
}

/// One table of a `FROM`, and how it is joined to those before it.
@usableFromInline
package struct SourceNode: Sendable, Hashable {
  package var kind = JoinKind.inner
  package var table: TableNode
  /// The name that qualifies its columns, or empty if nothing names them.
  package var qualifier: String
  package var condition = SQLNode.always
  /// What its rows are read as.
  package var row: DecodedType?
  /// What columns know it by in place of the qualifier, where a relation leads to it.
  package var related: RelatedTable?

  /// Where columns of it are.
  package var place: TablePlace { related.map { .related($0) } ?? .named(qualifier) }

  /// Every column that a fetch reads of it.
  var columns: [ResultColumn] {
    guard let row else { return [] }
    let place = place
    let columns = row.type.selectedColumns.map { ResultColumn(place.column($0)) }
    return hasMarkedRows ? columns + [place.rowMark(of: columns)] : columns
  }
}

// MARK: - Rows of NULLs alone

extension SourceNode {
  /// Adds a column that is never NULL to the rows, if all their own columns may be NULL: otherwise,
  /// a row of NULLs can't be told from the missing row of an outer join.
  ///
  /// ```sql
  /// … LEFT JOIN (SELECT *, 1 AS "orm:row" FROM "note") AS "note" ON …
  /// ```
  mutating func markRows() {
    guard let row, row.type.isMarkedInOuterJoins, !hasMarkedRows else { return }
    var inner = SourceNode(table: table, qualifier: table.ownName ?? qualifier)
    inner.row = row
    let results = [ResultColumn(.raw("*")), ResultColumn(.literal("1"), as: Self.rowMark)]
    table = .subquery(SelectNode(SelectCore(results, from: [inner])).asPart)
  }

  /// Whether ``markRows()`` has added a mark.
  fileprivate var hasMarkedRows: Bool {
    guard let row, row.type.isMarkedInOuterJoins, case .subquery(let select) = table else {
      return false
    }
    return select.core.chosen?.last?.alias.hasSameBytes(as: Self.rowMark) ?? false
  }

  /// The name of the mark. No column has it.
  fileprivate static let rowMark = "orm:row"
}

extension TableNode {
  /// The name that needs no alias in a `FROM` of this table alone.
  fileprivate var ownName: String? {
    switch self {
    case .table(let name): name
    case .common(let table): table.name
    case .subquery, .function: nil
    }
  }
}

extension TablePlace {
  /// A result that is NULL if the outer join has no row for the columns.
  ///
  /// A relation finds its row by the values of columns, so at least one of them is not NULL.
  func rowMark(of columns: [ResultColumn]) -> ResultColumn {
    switch self {
    case .named: return ResultColumn(column(SourceNode.rowMark))
    case .related where columns.count > 1:
      return ResultColumn(.function("coalesce", columns.map(\.node)))
    case .related: return columns.first ?? ResultColumn(.literal("NULL"))
    }
  }
}

extension SourceNode {
  /// The table of a type, under its own name.
  init(whole type: any WholeTable.Type) {
    let name = type.tableName
    self.init(table: .table(name), qualifier: name, row: DecodedType(type: type))
  }

  /// A subquery whose columns nothing names.
  static func anonymous(_ select: SelectNode) -> SourceNode {
    SourceNode(table: .subquery(select.asPart), qualifier: "")
  }
}

/// A struct that rows are read as.
package struct DecodedType: Sendable, Hashable {
  let type: any NamedColumns.Type

  package static func == (left: Self, right: Self) -> Bool { left.type == right.type }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

@usableFromInline
package enum JoinKind: String, Sendable, Hashable {
  case inner = "JOIN"
  case left = "LEFT JOIN"
  case right = "RIGHT JOIN"
  case full = "FULL JOIN"
  case cross = "CROSS JOIN"
}

/// What a `FROM` takes rows from.
@usableFromInline
package enum TableNode: Sendable, Hashable {
  case table(String)
  indirect case subquery(SelectNode)
  /// A function that gives rows, of columns of the tables before it too.
  indirect case function(String, [SQLNode])
  /// A common table expression, which the statement defines in its `WITH`.
  indirect case common(CommonTableNode)
}

/// One definition of a `WITH`.
@usableFromInline
package struct CommonTableNode: Sendable, Hashable {
  package let name: String
  package let columns: [String]
  package let isRecursive: Bool
  /// Whether SQLite must keep the rows or must not; nil if it decides.
  package var isMaterialized: Bool?
  package var body: SelectNode
}
