/// A whole `INSERT`, `UPDATE` or `DELETE` as a tree.
@_documentation(visibility: internal)
public struct WriteNode: Sendable, Hashable {
  package indirect enum Action: Sendable, Hashable {
    case insert(InsertNode)
    case update(UpdateNode)
    case delete(TargetNode)
  }

  package let table: String
  package var action: Action
  /// The `RETURNING`.
  package var results: [ResultColumn] = []

  init(_ action: Action, of table: String, returning results: [ResultColumn] = []) {
    self.table = table
    self.action = action
    self.results = results
  }

  /// The write of these rows of the table.
  init(_ rows: RowsWrite, of table: String, identity: any IdentifyingColumns.Type) {
    let target = TargetNode(
      table: table, identity: identity, query: rows.query, isAll: rows.isAll)
    if let assignments = rows.assignments {
      self.init(
        .update(
          UpdateNode(resolution: rows.resolution, assignments: assignments, target: target)),
        of: table)
    } else {
      self.init(.delete(target), of: table)
    }
    results = rows.results
  }

  /// What it writes, if that is all that it says.
  package var rows: RowsWrite? {
    guard let target else { return nil }
    var assignments: [UpdateNode.Assignment]?
    if case .update(let update) = action { assignments = update.assignments }
    let rows = RowsWrite(target.query, isAll: target.isAll, sets: assignments, or: resolution)
      .returning(results)
    return WriteNode(rows, of: table, identity: target.identity) == self ? rows : nil
  }

  /// Which rows it changes, if it does not insert some.
  package var target: TargetNode? {
    switch action {
    case .insert: nil
    case .update(let update): update.target
    case .delete(let target): target
    }
  }

  /// What happens where a constraint is violated, where something is said of it.
  package var resolution: ConflictResolution? {
    switch action {
    case .insert(let insert): insert.resolution
    case .update(let update): update.resolution
    case .delete: nil
    }
  }

  /// The columns that are set.
  var columns: [String] {
    switch action {
    case .insert(let insert):
      insert.columns + insert.conflicts.flatMap { ($0.assignments ?? []).flatMap(\.columns) }
    case .update(let update): update.assignments.flatMap(\.columns)
    case .delete: []
    }
  }
}

/// An `INSERT` without its table.
@_documentation(visibility: internal)
public struct InsertNode: Sendable, Hashable {
  @usableFromInline
  package enum Source: Sendable, Hashable {
    case rows([InsertedRow])
    /// Few are of a query, which has many parts: it is in a box.
    indirect case select(columns: [String], SelectNode)
  }

  @usableFromInline package var resolution: ConflictResolution?
  @usableFromInline package var source: Source
  /// The `ON CONFLICT` clauses, of which the first that fits is done.
  @usableFromInline package var conflicts: [ConflictNode] = []
  /// The `RETURNING`, of one that is known by its shape: that of a whole tree is the tree's.
  @usableFromInline package var results: [ResultColumn] = []
}

@_documentation(visibility: internal)
extension InsertNode {
  @inlinable
  package init(_ source: consuming Source, or resolution: ConflictResolution?) {
    self.resolution = resolution
    self.source = source
  }

  /// The insert that gives these columns of its rows.
  package func returning(_ results: [ResultColumn]) -> InsertNode {
    var insert = self
    insert.results = results
    return insert
  }

  /// The columns that were named one by one.
  var columns: [String] {
    switch source {
    case .rows(let rows): rows.flatMap { $0.isFromTable ? [] : $0.columns }
    case .select(let columns, _): columns
    }
  }
}

/// A row of a `VALUES`.
@usableFromInline
package struct InsertedRow: Sendable, Hashable {
  @usableFromInline
  package enum Values: Sendable, Hashable {
    case stored([SQLValue])
    case computed([SQLNode])
    /// A value could not be encoded, which is thrown when the statement is rendered.
    indirect case unencodable(ValueEncodingError)
  }

  @usableFromInline package var columns: [String]
  @usableFromInline package var values: Values
  /// Whether the columns are those that the table's description says are written.
  @usableFromInline package var isFromTable: Bool
}

extension InsertedRow {
  @inlinable
  package init(of columns: consuming [String], _ values: consuming Values, isFromTable: Bool) {
    self.columns = columns
    self.values = values
    self.isFromTable = isFromTable
  }
}

/// An `ON CONFLICT` clause; see <https://www.sqlite.org/lang_upsert.html>.
@usableFromInline
package struct ConflictNode: Sendable, Hashable {
  /// The indexed columns or expressions; none where any index is meant.
  @usableFromInline package var target: [SQLNode]
  /// The condition of the partial index.
  @usableFromInline package var targetCondition: SQLNode
  /// The assignments; nil means `DO NOTHING`.
  @usableFromInline package var assignments: [UpdateNode.Assignment]?
  @usableFromInline package var condition: SQLNode
}

extension ConflictNode {
  @inlinable
  package init(
    on target: consuming [SQLNode], where targetCondition: consuming SQLNode = .always,
    sets assignments: consuming [UpdateNode.Assignment]? = nil
  ) {
    self.target = target
    self.targetCondition = targetCondition
    self.assignments = assignments
    condition = .always
  }
}

@usableFromInline
package struct UpdateNode: Sendable, Hashable {
  @usableFromInline
  package struct Assignment: Sendable, Hashable {
    /// The column, or the first of several that a row value is for.
    package let column: String
    /// The others of these: an array of its own, so that one column takes none.
    package var others: [String] = []
    package let value: SQLNode

    package var columns: [String] { [column] + others }

    /// Whether the column is one of these.
    func sets(_ name: String) -> Bool {
      column.isSameName(as: name) || !others.isEmpty && others.contains(name: name)
    }

    /// What one of the columns is set to.
    func value(of column: String) -> SQLNode {
      guard !others.isEmpty, case .subquery(let row) = value.kind,
        let index = columns.lastIndex(where: { $0.isSameName(as: column) })
      else { return value }
      let names = columns.indices.map { "column\($0 + 1)" }
      let result = ResultColumn(.column(qualifier: "", name: names[index]))
      return .subquery(
        SelectNode(SelectCore([result], from: [.anonymous(row.naming(names))])))
    }
  }

  package var resolution: ConflictResolution?
  package var assignments: [Assignment]
  package var target: TargetNode
  /// The `FROM`, and what its rows and the table's have to meet.
  package var source: SourceNode?
  package var condition = SQLNode.always
}

/// What most updates and deletes say: what is set, in the rows that a query gives.
///
/// A connection knows it by its shape, and has no whole tree made for it.
@_documentation(visibility: internal)
public struct RowsWrite: Sendable {
  @usableFromInline package let query: SelectNode
  /// Whether it was said that all rows are meant.
  @usableFromInline package let isAll: Bool
  @usableFromInline package let resolution: ConflictResolution?
  /// What is set; nil if the rows are deleted.
  @usableFromInline package let assignments: [UpdateNode.Assignment]?
  /// The `RETURNING`.
  @usableFromInline package var results: [ResultColumn] = []
}

@_documentation(visibility: internal)
extension RowsWrite {
  func returning(_ results: [ResultColumn]) -> RowsWrite {
    var write = self
    write.results = results
    return write
  }

  @inlinable
  init(
    _ query: consuming SelectNode, isAll: Bool = false,
    sets assignments: consuming [UpdateNode.Assignment]?, or resolution: ConflictResolution? = nil
  ) {
    self.query = query
    self.isAll = isAll
    self.resolution = resolution
    self.assignments = assignments
  }
}

/// The columns that tell rows of one table apart.
@usableFromInline
package protocol IdentifyingColumns: SendableMetatype {
  static var columns: [String] { get }
}

/// The rows of a table that are updated or deleted.
package struct TargetNode: Sendable, Hashable {
  package let table: String
  /// What tells rows of the table apart, which few statements need to know.
  let identity: any IdentifyingColumns.Type
  /// The query whose rows they are.
  package let query: SelectNode
  /// Whether it was said that all rows are meant.
  package var isAll = false

  /// What the table is called in the statement.
  package var name: String { query.aliasOfPlainRows(of: table) ?? table }

  /// The condition of the rows: the query's, or if the query is more than a condition, that it
  /// returns their key.
  ///
  /// SQLite can be built to take `ORDER BY` and `LIMIT` in an `UPDATE` and a `DELETE`, and most
  /// often is not; see <https://www.sqlite.org/compile.html#enable_update_delete_limit>.
  ///
  /// - Parameter byKey: Whether it is that they have their key, in any case.
  /// - Throws: ``MissingConditionError`` if they are all rows and the caller did not say so.
  package func condition(
    and other: SQLNode = .always, byKey: Bool = false
  ) throws -> SQLNode {
    guard !byKey, query.aliasOfPlainRows(of: table) != nil else { return .and(keyCondition, other) }
    let condition = SQLNode.and(query.core.condition, other)
    if condition.isAlways && !isAll { throw MissingConditionError(table: table) }
    return condition
  }

  private var keyCondition: SQLNode {
    var picked = query
    let key = identity.columns
    picked.core.results = key.map {
      ResultColumn(.column(qualifier: query.core.sources.first?.qualifier, name: $0))
    }
    let columns = key.map { SQLNode.column(qualifier: name, name: $0) }
    return .inSelect(columns.count == 1 ? columns[0] : .row(columns), picked)
  }
}

extension SelectNode {
  /// What the table is called here, where the query gives the rows of it that meet the condition,
  /// and nothing else decides which.
  @usableFromInline
  package func aliasOfPlainRows(of table: String) -> String? {
    guard limit == nil, core.grouping.isEmpty, core.having.isAlways else { return nil }
    if let name = core.whole?.tableName { return name.hasSameBytes(as: table) ? name : nil }
    // By its place: `first` gives a copy of all that the source has.
    guard core.listed.count == 1, case .table(let name) = core.listed[0].table,
      name.hasSameBytes(as: table)
    else { return nil }
    return core.listed[0].qualifier
  }
}
