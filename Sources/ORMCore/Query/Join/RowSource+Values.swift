extension TableExpression {
  /// Creates a source of rows with Swift values, as a common table expression.
  ///
  /// ```swift
  /// let prices = TableExpression(values: [(1, 12), (2, 15)], as: "new") {
  ///   Price.select(id: $0.0, price: $0.1)
  /// }
  /// Album.all.update(source: prices) { $0.price = $1.price } where: { $0.id == $1.id }
  /// // WITH "new"("id", "price") AS (VALUES ($1, $2), ($3, $4))
  /// //   UPDATE "album" SET "price" = "new"."price" FROM "new" WHERE "album"."id" = "new"."id"
  /// ```
  ///
  /// More than eight rows are bound as one parameter, so that the SQL is the same for any greater
  /// number: `SELECT value ->> 0, value ->> 1 FROM json_each($1)` in place of `VALUES`. Rows with
  /// expressions, such as `SQLExpression.value($0).length()`, are always `VALUES`, in which each
  /// Swift value is a parameter: SQLite allows 32,766 of them.
  ///
  /// - Parameters:
  ///   - values: The values, which may be none.
  ///   - name: The name of the common table expression. A statement that reads a table, or another
  ///     common table expression, of this name throws ``CommonTableNameError``.
  ///   - row: Returns the row for one of the values.
  public init<Values: Sequence, Columns: Selectable>(
    values: Values, as name: String, row: (Values.Element) -> Columns
  ) where Columns.SelectedResult == WholeRow<Row> {
    let names = Row.selectedColumns
    var rows = values.map { SelectCore(row($0).results) }
    if rows.isEmpty {
      rows = [SelectCore(names.map { _ in ResultColumn(.literal("NULL")) })]
      rows[0].condition = .never
    }
    var body = SelectNode(rows[0])
    body.compounds = rows.dropFirst().map { SelectNode.Compound(symbol: .unionAll, core: $0) }
    let table = CommonTableNode(name: name, columns: names, isRecursive: false, body: body.asPart)
    self.init(.common(table), name: name)
  }
}
