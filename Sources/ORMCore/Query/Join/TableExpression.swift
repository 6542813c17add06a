/// A source of a query's rows: a table, another query, or a common table expression.
public struct TableExpression<Row: Selection>: Sendable {
  @usableFromInline let node: TableNode
  /// The name that qualifies its columns, unless a query uses an alias.
  @usableFromInline let name: String

  @inlinable
  init(_ node: TableNode, name: String) {
    self.node = node
    self.name = name
  }

  @inlinable
  package init(_ table: Row.Type) where Row: TableOrView {
    self.init(.table(Row.tableName), name: Row.tableName)
  }

  /// The same source under another name, to distinguish two sources of the same name. A common
  /// table expression keeps its name in the `WITH` clause.
  ///
  /// ```swift
  /// user.tags.each().as("tag").all.where { $0.value == "jazz" }.exists()
  /// // EXISTS (SELECT 1 FROM json_each("user"."tags") AS "tag" WHERE "value" IS $1)
  /// ```
  public func `as`(_ name: String) -> TableExpression { TableExpression(node, name: name) }

  /// A query for every row.
  @inlinable public var all: SelectQuery<Row.Columns, WholeRow<Row>> { query(as: nil) }

  @inlinable
  func query(as alias: String?) -> SelectQuery<Row.Columns, WholeRow<Row>> {
    let columns = Row.Columns(source: TableSource(qualifier: alias ?? name))
    return SelectQuery(
      SelectNode(source: node, as: Row.self, qualifier: alias ?? name), scope: columns)
  }
}

extension TableExpression {
  /// Creates a source of a query's rows: a subquery in the `FROM` clause.
  ///
  /// ```swift
  /// let counts = Album.group { $0.artistID }
  ///   .select { ArtistCount.select(artistID: $0.artistID, albums: $0.count()) }
  /// Artist.join(source: TableExpression(counts, as: "counts")) { $0.id == $1.artistID }
  /// // … JOIN (SELECT … GROUP BY "album"."artistID") AS "counts" ON …
  /// ```
  public init<Query: ComposableSelect>(_ query: Query, as name: String)
  where Query.Result == WholeRow<Row> {
    self.init(.subquery(query.node.naming(Row.selectedColumns).asPart), name: name)
  }

  /// Creates a source of a query's rows: a common table expression. Each statement that reads from
  /// it defines it in its `WITH` clause. A statement that reads a table, or another common table
  /// expression, of the same name throws ``CommonTableNameError``.
  ///
  /// ```swift
  /// Artist.join(source: TableExpression(with: "counts", as: counts)) { $0.id == $1.artistID }
  /// // WITH "counts"("artistID", "albums") AS (SELECT …) SELECT … FROM … JOIN "counts" ON …
  /// ```
  ///
  /// - Parameter materialized: Whether SQLite computes the rows once and keeps them (`AS
  ///   MATERIALIZED`), or treats the query as a subquery (`AS NOT MATERIALIZED`). By default,
  ///   SQLite chooses. See <https://www.sqlite.org/lang_with.html#materialization_hints>.
  public init<Query: ComposableSelect>(
    with name: String, as query: Query, materialized: Bool? = nil
  ) where Query.Result == WholeRow<Row> {
    let table = CommonTableNode(
      name: name, columns: Row.selectedColumns, isRecursive: false, isMaterialized: materialized,
      body: query.node.asPart)
    self.init(.common(table), name: name)
  }

  /// Creates a recursive common table expression.
  ///
  /// ```swift
  /// let chain = TableExpression(recursive: "c", from: Employee.where { $0.id == 9 }) { chain in
  ///   Employee.join(source: chain) { $0.id == $1.reportsTo }.select { employee, _ in employee }
  /// }
  /// // WITH RECURSIVE "chain"(…) AS
  /// //   (SELECT … UNION ALL SELECT … FROM "employee" JOIN "chain" ON …)
  /// ```
  ///
  /// See <https://www.sqlite.org/lang_with.html#recursive_common_table_expressions>.
  ///
  /// - Parameters:
  ///   - distinct: Whether to leave out rows that were found before (`UNION`), so that a cycle
  ///     ends. The default is false (`UNION ALL`).
  ///   - start: The query for the first rows.
  ///   - next: Receives the rows that were found last, and returns the query for the rows that
  ///     follow from them.
  public init<Start: ComposableSelect, NextScope>(
    recursive name: String, distinct: Bool = false,
    from start: Start,
    next: (TableExpression<Row>) -> SelectQuery<NextScope, WholeRow<Row>>
  ) where Start.Result == WholeRow<Row> {
    let step = next(TableExpression(.table(name), name: name))
    var body = start.node.asOperand
    body.compounds.append(
      SelectNode.Compound(symbol: distinct ? .union : .unionAll, core: step.node.core))
    body.ordering = step.node.ordering
    body.limit = step.node.limit
    body.offset = step.node.offset
    let table = CommonTableNode(
      name: name, columns: Row.selectedColumns, isRecursive: true, body: body.asPart)
    self.init(.common(table), name: name)
  }
}
