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

  init(_ core: SelectCore) { self.core = core }
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
  var results: [ResultColumn]
  /// `SELECT … FROM …` as the macro wrote it, where ``results`` are the columns of the only table.
  var text: String?
  var sources: [SourceNode] = []
  var condition = SQLNode.always
  var grouping: [SQLNode] = []
  var having = SQLNode.always
  var windows: [NamedWindow] = []
}

extension SelectNode {
  /// The query for its first row alone.
  var first: SelectNode {
    var first = self
    first.limit = min(limit ?? 1, 1)
    return first
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
}

/// A struct that rows are read as.
struct RowType: Sendable, Hashable {
  let type: any Selection.Type

  static func == (left: Self, right: Self) -> Bool { left.type == right.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

enum JoinKind: String, Sendable, Hashable {
  case inner = "JOIN"
  case left = "LEFT JOIN"
  case right = "RIGHT JOIN"
  case full = "FULL JOIN"
  case cross = "CROSS JOIN"
}

/// What a `FROM` takes rows from.
indirect enum TableNode: Sendable, Hashable {
  case table(String)
  case subquery(SelectNode)
  /// A function that gives rows, of columns of the tables before it too.
  case function(String, [SQLNode])
  /// A common table expression, which the statement defines in its `WITH`.
  case common(CommonTableNode)
}

/// One definition of a `WITH`.
struct CommonTableNode: Sendable, Hashable {
  let name: String
  let columns: [String]
  let isRecursive: Bool
  /// What SQLite is told of keeping the rows, where it is.
  var isMaterialized: Bool?
  let body: SelectNode
}
