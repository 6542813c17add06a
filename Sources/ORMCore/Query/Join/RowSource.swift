/// What a query takes rows from: a table, another query, or a common table expression.
public struct RowSource<Row: Selection>: Sendable {
  let node: TableNode
  /// The name that its columns are qualified by, where a query gives no other.
  let name: String

  init(_ node: TableNode, name: String) {
    self.node = node
    self.name = name
  }

  init(_ table: Row.Type) where Row: NamedSource {
    self.init(.table(Row.tableName), name: Row.tableName)
  }

  /// Every row, as a query.
  public var all: SelectQuery<Row.Columns, WholeRow<Row>> { query(as: nil) }

  func query(as alias: String?) -> SelectQuery<Row.Columns, WholeRow<Row>> {
    let columns = Row.Columns(source: TableSource(qualifier: alias ?? name))
    let source = SourceNode(
      table: node, qualifier: alias ?? name, row: RowType(type: Row.self))
    let core = SelectCore(results: columns.results, sources: [source])
    return SelectQuery(SelectNode(core), scope: columns)
  }
}

extension RowSource {
  /// The rows of a query, as a subquery in the `FROM`.
  ///
  /// ```swift
  /// let counts = Album.group { $0.artistID }
  ///   .select { ArtistCount.select(artistID: $0.artistID, albums: $0.count()) }
  /// Artist.join(RowSource(counts, as: "counts")) { $0.id == $1.artistID }
  /// // … JOIN (SELECT … GROUP BY "album"."artistID") AS "counts" ON …
  /// ```
  public init<Scope>(_ query: SelectQuery<Scope, WholeRow<Row>>, as name: String) {
    self.init(.subquery(query.node.naming(Row.selectedColumns)), name: name)
  }

  /// The rows of a query, as a common table expression, which each statement that reads from it
  /// defines in its `WITH`.
  ///
  /// ```swift
  /// Artist.join(RowSource(with: "counts", as: counts)) { $0.id == $1.artistID }
  /// // WITH "counts"("artistID", "albums") AS (SELECT …) SELECT … FROM … JOIN "counts" ON …
  /// ```
  ///
  /// - Parameter materialized: Whether SQLite makes the rows once and keeps them (`AS MATERIALIZED`), or
  ///   treats the query as a subquery (`AS NOT MATERIALIZED`); it chooses where nothing is said. See
  ///   <https://www.sqlite.org/lang_with.html#materialization_hints>.
  public init<Scope>(
    with name: String, as query: SelectQuery<Scope, WholeRow<Row>>, materialized: Bool? = nil
  ) {
    let table = CommonTableNode(
      name: name, columns: Row.selectedColumns, isRecursive: false, isMaterialized: materialized,
      body: query.node)
    self.init(.common(table), name: name)
  }

  /// A common table expression that reads from itself.
  ///
  /// ```swift
  /// let chain = RowSource(recursive: "chain", from: Employee.where { $0.id == 9 }) { chain in
  ///   Employee.join(chain) { $0.id == $1.reportsTo }.select { employee, _ in employee }
  /// }
  /// // WITH RECURSIVE "chain"(…) AS (SELECT … UNION ALL SELECT … FROM "employee" JOIN "chain" ON …)
  /// ```
  ///
  /// See <https://www.sqlite.org/lang_with.html#recursive_common_table_expressions>.
  ///
  /// - Parameters:
  ///   - distinct: Whether a row that was there before is left out (`UNION`), which ends cycles.
  ///   - start: The first rows.
  ///   - next: What follows from the rows found last.
  public init<Scope, NextScope>(
    recursive name: String, distinct: Bool = false,
    from start: SelectQuery<Scope, WholeRow<Row>>,
    next: (RowSource<Row>) -> SelectQuery<NextScope, WholeRow<Row>>
  ) {
    let step = next(RowSource(.table(name), name: name))
    var body = start.node.asOperand
    body.compounds.append(
      SelectNode.Compound(symbol: distinct ? .union : .unionAll, core: step.node.core))
    body.ordering = step.node.ordering
    body.limit = step.node.limit
    body.offset = step.node.offset
    let table = CommonTableNode(
      name: name, columns: Row.selectedColumns, isRecursive: true, body: body)
    self.init(.common(table), name: name)
  }
}

extension SelectNode {
  /// The query with these names for its columns.
  fileprivate func naming(_ names: [String]) -> SelectNode {
    // A table's own columns have their names.
    if core.text != nil { return self }
    var named = self
    named.core.results = zip(core.results, names).map { result, name in
      if result.alias == nil, case .column(_, name) = result.node { return result }
      return ResultColumn(result.node, as: name)
    }
    return named
  }

  /// The query as one side of a compound, which has no order and no limit of its own.
  var asOperand: SelectNode { ordering.isEmpty && limit == nil ? self : asSubquery }

  /// A `SELECT` of all that the query gives.
  var asSubquery: SelectNode {
    SelectNode(SelectCore(results: [ResultColumn(.raw("*"))], sources: [.anonymous(self)]))
  }
}
