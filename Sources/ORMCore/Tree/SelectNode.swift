/// A whole `SELECT` as a tree, which ``SQLNode`` can hold as a subquery.
@_documentation(visibility: internal)
public struct SelectNode: Sendable, Hashable {
  /// The first `SELECT`; compound operators combine it with the ``compounds``.
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

/// An operator between two `SELECT`s.
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
  /// The type whose table is the only one in the `FROM`, under its own name. Most queries have one
  /// table: this representation needs no allocation, and is compared as a pointer.
  @usableFromInline package fileprivate(set) var whole: (any WholeTable.Type)?
  /// The sources of the `FROM`; empty if there is a ``whole``.
  @usableFromInline package fileprivate(set) var listed: [SourceNode]
  @usableFromInline package var condition: SQLNode
  @usableFromInline package var groups: SelectGroups

  /// The selected columns.
  package var results: [ResultColumn] {
    get {
      chosen ?? whole.map { SourceNode(whole: $0).columns } ?? listed.flatMap(\.columns)
    }
    set { chosen = newValue }
  }

  /// The number of selected columns.
  var resultCount: Int {
    if let chosen { return chosen.count }
    if let whole { return whole.selectedColumns.count }
    return listed.reduce(0) {
      $0 + ($1.row?.type.selectedColumns.count ?? 0) + ($1.hasMarkedRows ? 1 : 0)
    }
  }

  /// The `SELECT … FROM …` that the macro wrote, if all columns of a single table are selected.
  package var text: String? { chosen == nil ? whole?.selectSQL : nil }

  /// The sources of the `FROM`.
  package var sources: [SourceNode] {
    get { whole.map { [SourceNode(whole: $0)] } ?? listed }
    _modify {
      listWhole()
      yield &listed
    }
  }

  /// The number of sources.
  package var sourceCount: Int { whole == nil ? listed.count : 1 }

  private mutating func listWhole() {
    guard let type = whole else { return }
    // Most queries of several tables have two or three.
    listed.reserveCapacity(3)
    listed.append(SourceNode(whole: type))
    whole = nil
  }

  /// Joins another source, and selects every column of all sources.
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

/// The groups and windows of a `SELECT`. Most have none, and need no storage for them.
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

  /// Whether there are no groups and no windows.
  package var hasNoGroups: Bool { if case .none = groups { true } else { false } }
}

extension SelectNode {
  @inlinable package init(_ core: consuming SelectCore) { self.core = core }

  /// Returns the query with other expressions as its results.
  func mappingResults(_ map: (Int, SQLNode) -> SQLNode) -> SelectNode {
    var mapped = self
    mapped.core = core.mappingResults(map)
    mapped.compounds = compounds.map {
      Compound(symbol: $0.symbol, core: $0.core.mappingResults(map))
    }
    return mapped
  }

  /// Returns the query with these names for its columns.
  func naming(_ names: [String]) -> SelectNode {
    var named = self
    named.core = core.naming(names)
    return named
  }

  /// The query as one side of a compound, which can't have its own order or limit.
  var asOperand: SelectNode { ordering.isEmpty && limit == nil ? self : asSubquery }

  /// A `SELECT *` from the query.
  var asSubquery: SelectNode {
    SelectNode(SelectCore([ResultColumn(.raw("*"))], from: [.anonymous(self)]))
  }

  /// The query, limited to its first row.
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

  /// Creates a query for every row of the type's table.
  @inlinable
  init(whole: any WholeTable.Type) {
    self.whole = whole
    listed = []
    condition = .always
    groups = .none
  }

  /// Creates a query for these columns.
  package init(_ results: [ResultColumn], from sources: [SourceNode] = []) {
    self.init(Optional(results), from: sources)
  }

  /// Creates a query for every column of a source.
  @usableFromInline
  init(from source: consuming SourceNode) {
    var sources: [SourceNode] = []
    sources.reserveCapacity(3)
    sources.append(source)
    self.init(nil, from: sources)
  }

  /// The inner query, if this is `SELECT * FROM (…)`.
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
    // The columns of a table already have their names.
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

/// A table of a `FROM`, and how it is joined to the tables before it.
@usableFromInline
package struct SourceNode: Sendable, Hashable {
  package var kind = JoinKind.inner
  package var table: TableNode
  /// The name that qualifies its columns; empty if no expression names them.
  package var qualifier: String
  package var condition = SQLNode.always
  /// The type of its rows.
  package var row: DecodedType?
  /// The related table by which columns identify it, if it is at the end of a relation.
  package var related: RelatedTable?

  /// The place of its columns.
  package var place: TablePlace { related.map { .related($0) } ?? .named(qualifier) }

  /// The columns that a fetch reads from it.
  var columns: [ResultColumn] {
    guard let row else { return [] }
    let place = place
    let columns = row.type.selectedColumns.map { ResultColumn(place.column($0)) }
    return hasMarkedRows ? columns + [place.rowMark(of: columns)] : columns
  }
}

// MARK: - Rows that are all NULL

extension SourceNode {
  /// Adds a column that is never NULL to the rows, if all their own columns may be NULL: otherwise,
  /// a row of NULLs can't be distinguished from the missing row of an outer join.
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

  /// Whether the rows have the mark that ``markRows()`` adds.
  fileprivate var hasMarkedRows: Bool {
    guard let row, row.type.isMarkedInOuterJoins, case .subquery(let select) = table else {
      return false
    }
    return select.core.chosen?.last?.alias.hasSameBytes(as: Self.rowMark) ?? false
  }

  /// The name of the mark, which no column has.
  fileprivate static let rowMark = "orm:row"
}

extension TableNode {
  /// The name that the table has in a `FROM` without an alias.
  fileprivate var ownName: String? {
    switch self {
    case .table(let name): name
    case .common(let table): table.name
    case .subquery, .function: nil
    }
  }
}

extension TablePlace {
  /// Returns a result that is NULL if the outer join has no row for the columns.
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
  /// Creates the source for the table of a type, under its own name.
  init(whole type: any WholeTable.Type) {
    let name = type.tableName
    self.init(table: .table(name), qualifier: name, row: DecodedType(type: type))
  }

  /// Returns a subquery whose columns no expression names.
  static func anonymous(_ select: SelectNode) -> SourceNode {
    SourceNode(table: .subquery(select.asPart), qualifier: "")
  }
}

/// A struct that is decoded from rows.
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

/// A source of rows in a `FROM`.
@usableFromInline
package enum TableNode: Sendable, Hashable {
  case table(String)
  indirect case subquery(SelectNode)
  /// A table-valued function, whose arguments may be columns of the tables before it.
  indirect case function(String, [SQLNode])
  /// A common table expression, which the statement defines in its `WITH`.
  indirect case common(CommonTableNode)
}

/// A definition in a `WITH` clause.
@usableFromInline
package struct CommonTableNode: Sendable, Hashable {
  package let name: String
  package let columns: [String]
  package let isRecursive: Bool
  /// Whether SQLite must materialize the rows, or must not; nil if SQLite decides.
  package var isMaterialized: Bool?
  package var body: SelectNode
}
