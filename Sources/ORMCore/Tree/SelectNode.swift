/// A whole `SELECT` as a tree, which ``SQLNode`` can hold as a subquery.
public struct SelectNode: Sendable, Hashable {
  /// The first `SELECT`, and those that compound operators join to it.
  var core: SelectCore
  var compounds: [Compound] = []
  var ordering: [OrderingTerm] = []
  var limit: Int?
  var offset = 0

  struct Compound: Sendable, Hashable {
    let symbol: CompoundOperator
    let core: SelectCore
  }
}

/// What stands between two `SELECT`s.
enum CompoundOperator: String, Sendable, Hashable {
  case union = "UNION"
  case unionAll = "UNION ALL"
  case intersect = "INTERSECT"
  case except = "EXCEPT"
}

/// A `SELECT` with its `WINDOW`, but without an order.
struct SelectCore: Sendable, Hashable {
  var isDistinct = false
  /// What is selected, where it is not every column of every source.
  fileprivate(set) var chosen: [ResultColumn]?
  /// `SELECT … FROM …` as the macro wrote it, of all columns of the only table.
  fileprivate(set) var text: String?
  var sources: [SourceNode]
  var condition = SQLNode.always
  var grouping: [SQLNode] = []
  var having = SQLNode.always
  var windows: [NamedWindow] = []

  /// What is selected.
  var results: [ResultColumn] {
    get { chosen ?? sources.flatMap(\.columns) }
    set {
      chosen = newValue
      text = nil
    }
  }

  /// Takes the rows of one more source too, and selects every column of all of them.
  mutating func join(_ source: SourceNode) {
    sources.append(source)
    chosen = nil
    text = nil
  }
}

extension SelectNode {
  init(_ core: SelectCore) { self.init(core: core) }

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
  @usableFromInline var first: SelectNode {
    var first = self
    first.limit = min(limit ?? 1, 1)
    return first
  }
}

extension SelectCore {
  /// A query for these columns.
  init(_ results: [ResultColumn], from sources: [SourceNode] = []) {
    self.init(chosen: results, sources: sources)
  }

  /// A query for every column of a source.
  ///
  /// - Parameter text: The query's own text, where it was written before.
  init(from source: SourceNode, text: String? = nil) {
    // Most queries of more tables than one are of two or three.
    self.init(text: text, sources: Array(source, capacity: 3))
  }

  /// The query whose columns it gives as they are, if it is `SELECT * FROM (…)`.
  var wrapped: SelectNode? {
    guard chosen == [ResultColumn(.raw("*"))], case .subquery(let inner)? = sources.first?.table
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
    let mapped = results.enumerated().map { ResultColumn(map($0, $1.node), as: $1.alias) }
    if mapped == results { return self }
    var core = self
    core.results = mapped
    return core
  }

  fileprivate func naming(_ names: [String]) -> SelectCore {
    if let wrapped { return wrapping(wrapped.naming(names)) }
    // A table's own columns have their names.
    if text != nil { return self }
    var core = self
    core.results = zip(results, names).map { result, name in
      if result.alias == nil, case .column(_, let own) = result.node.kind,
        own.hasSameBytes(as: name)
      {
        return result
      }
      return ResultColumn(result.node, as: name)
    }
    return core
  }
}

/// One table of a `FROM`, and how it is joined to those before it.
struct SourceNode: Sendable, Hashable {
  var kind = JoinKind.inner
  var table: TableNode
  /// The name that qualifies its columns, or empty where nothing names them.
  var qualifier: String
  var condition = SQLNode.always
  /// What its rows are read as.
  var row: RowType?

  /// Every column that a fetch reads of it.
  var columns: [ResultColumn] {
    guard let row else { return [] }
    return row.type.selectedColumns.map { ResultColumn(.column(qualifier: qualifier, name: $0)) }
  }
}

extension SourceNode {
  /// A subquery whose columns nothing names.
  static func anonymous(_ select: SelectNode) -> SourceNode {
    SourceNode(table: .subquery(select.asPart), qualifier: "")
  }
}

/// A struct that rows are read as.
struct RowType: Sendable, Hashable {
  let type: any NamedColumns.Type

  static func == (left: Self, right: Self) -> Bool { left.type == right.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

@usableFromInline
enum JoinKind: String, Sendable, Hashable {
  case inner = "JOIN"
  case left = "LEFT JOIN"
  case right = "RIGHT JOIN"
  case full = "FULL JOIN"
  case cross = "CROSS JOIN"
}

/// What a `FROM` takes rows from.
@usableFromInline
enum TableNode: Sendable, Hashable {
  case table(String)
  indirect case subquery(SelectNode)
  /// A function that gives rows, of columns of the tables before it too.
  indirect case function(String, [SQLNode])
  /// A common table expression, which the statement defines in its `WITH`.
  indirect case common(CommonTableNode)
}

/// One definition of a `WITH`.
@usableFromInline
struct CommonTableNode: Sendable, Hashable {
  let name: String
  let columns: [String]
  let isRecursive: Bool
  /// What SQLite is told of keeping the rows, where it is.
  var isMaterialized: Bool?
  let body: SelectNode
}

extension Array {
  /// One element, and room for as many in all.
  fileprivate init(_ element: consuming Element, capacity: Int) {
    self.init()
    reserveCapacity(capacity)
    append(element)
  }
}
