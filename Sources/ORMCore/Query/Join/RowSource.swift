/// What a query takes rows from: a table, another query, or a common table expression.
public struct RowSource<Row: Selection>: Sendable {
  @usableFromInline let node: TableNode
  /// The name that its columns are qualified by, where a query gives no other.
  @usableFromInline let name: String

  @inlinable
  init(_ node: TableNode, name: String) {
    self.node = node
    self.name = name
  }

  @inlinable
  package init(_ table: Row.Type) where Row: NamedSource {
    self.init(.table(Row.tableName), name: Row.tableName)
  }

  /// The same rows under another name, so that two sources of one name can be told apart.
  ///
  /// ```swift
  /// user.tags.each().as("tag").all.where { $0.value == "jazz" }.exists()
  /// // EXISTS (SELECT 1 FROM json_each("user"."tags") AS "tag" WHERE "value" IS $1)
  /// ```
  public func `as`(_ name: String) -> RowSource { RowSource(node, name: name) }

  /// Every row, as a query.
  @inlinable public var all: SelectQuery<Row.Columns, WholeRow<Row>> { query(as: nil) }

  @inlinable
  func query(as alias: String?) -> SelectQuery<Row.Columns, WholeRow<Row>> {
    let columns = Row.Columns(source: TableSource(qualifier: alias ?? name))
    return SelectQuery(
      SelectNode(source: node, as: Row.self, qualifier: alias ?? name), scope: columns)
  }
}

extension RowSource {
  /// The rows of a query, as a subquery in the `FROM`.
  ///
  /// ```swift
  /// let counts = Album.group { $0.artistID }
  ///   .select { ArtistCount.select(artistID: $0.artistID, albums: $0.count()) }
  /// Artist.join(source: RowSource(counts, as: "counts")) { $0.id == $1.artistID }
  /// // … JOIN (SELECT … GROUP BY "album"."artistID") AS "counts" ON …
  /// ```
  public init<Query: ComposableSelect>(_ query: Query, as name: String)
  where Query.Result == WholeRow<Row> {
    self.init(.subquery(query.node.naming(Row.selectedColumns).asPart), name: name)
  }

  /// The rows of a query, as a common table expression, which each statement that reads from it
  /// defines in its `WITH`.
  ///
  /// ```swift
  /// Artist.join(source: RowSource(with: "counts", as: counts)) { $0.id == $1.artistID }
  /// // WITH "counts"("artistID", "albums") AS (SELECT …) SELECT … FROM … JOIN "counts" ON …
  /// ```
  ///
  /// - Parameter materialized: Whether SQLite makes the rows once and keeps them (`AS
  ///   MATERIALIZED`), or treats the query as a subquery (`AS NOT MATERIALIZED`); it chooses where
  ///   nothing is said. See <https://www.sqlite.org/lang_with.html#materialization_hints>.
  public init<Query: ComposableSelect>(
    with name: String, as query: Query, materialized: Bool? = nil
  ) where Query.Result == WholeRow<Row> {
    let table = CommonTableNode(
      name: name, columns: Row.selectedColumns, isRecursive: false, isMaterialized: materialized,
      body: query.node.asPart)
    self.init(.common(table), name: name)
  }

  /// A common table expression that reads from itself.
  ///
  /// ```swift
  /// let chain = RowSource(recursive: "chain", from: Employee.where { $0.id == 9 }) { chain in
  ///   Employee.join(source: chain) { $0.id == $1.reportsTo }.select { employee, _ in employee }
  /// }
  /// // WITH RECURSIVE "chain"(…) AS
  /// //   (SELECT … UNION ALL SELECT … FROM "employee" JOIN "chain" ON …)
  /// ```
  ///
  /// See <https://www.sqlite.org/lang_with.html#recursive_common_table_expressions>.
  ///
  /// - Parameters:
  ///   - distinct: Whether a row that was there before is left out (`UNION`), which ends cycles.
  ///   - start: The first rows.
  ///   - next: What follows from the rows found last.
  public init<Start: ComposableSelect, NextScope>(
    recursive name: String, distinct: Bool = false,
    from start: Start,
    next: (RowSource<Row>) -> SelectQuery<NextScope, WholeRow<Row>>
  ) where Start.Result == WholeRow<Row> {
    let step = next(RowSource(.table(name), name: name))
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
