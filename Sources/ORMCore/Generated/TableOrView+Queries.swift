// Written by Tools/generate-overloads.py.

extension TableOrView {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public static func join<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Columns, T.Columns> {
    wholeRows.join(table, as: alias, on: condition)
  }

  /// Joins a query or a common table expression (`JOIN`): the pairs of rows that meet the
  /// condition.
  @inlinable
  public static func join<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Columns, T.Columns> {
    wholeRows.join(source: source, as: alias, on: condition)
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and the
  /// rows of the left side without a match.
  @inlinable
  public static func leftJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Columns, T.Columns.OuterScope> {
    wholeRows.leftJoin(table, as: alias, on: condition)
  }

  /// Joins a query or a common table expression (`LEFT JOIN`): the pairs of rows that meet the
  /// condition, and the rows of the left side without a match.
  @inlinable
  public static func leftJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Columns, T.Columns.OuterScope> {
    wholeRows.leftJoin(source: source, as: alias, on: condition)
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and the
  /// rows of the right side without a match.
  @inlinable
  public static func rightJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Columns.OuterScope, T.Columns> {
    wholeRows.rightJoin(table, as: alias, on: condition)
  }

  /// Joins a query or a common table expression (`RIGHT JOIN`): the pairs of rows that meet the
  /// condition, and the rows of the right side without a match.
  @inlinable
  public static func rightJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Columns.OuterScope, T.Columns> {
    wholeRows.rightJoin(source: source, as: alias, on: condition)
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and the
  /// rows of both sides without a match.
  @inlinable
  public static func fullJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Columns.OuterScope, T.Columns.OuterScope> {
    wholeRows.fullJoin(table, as: alias, on: condition)
  }

  /// Joins a query or a common table expression (`FULL JOIN`): the pairs of rows that meet the
  /// condition, and the rows of both sides without a match.
  @inlinable
  public static func fullJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (Columns, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Columns.OuterScope, T.Columns.OuterScope> {
    wholeRows.fullJoin(source: source, as: alias, on: condition)
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public static func crossJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil
  ) -> Join2<Columns, T.Columns> {
    wholeRows.crossJoin(table, as: alias)
  }

  /// Joins a query or a common table expression (`CROSS JOIN`): every pair of rows.
  @inlinable
  public static func crossJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil
  ) -> Join2<Columns, T.Columns> {
    wholeRows.crossJoin(source: source, as: alias)
  }

  /// Joins the elements of each row's JSON, as `each()` returns them (`JOIN`): each row is paired
  /// with each element.
  @inlinable
  public static func join<T: Selection>(
    as alias: String? = nil, _ rows: (Columns) -> TableExpression<T>
  ) -> Join2<Columns, T.Columns> {
    wholeRows.join(as: alias, rows)
  }

  /// Joins the elements of each row's JSON, as `each()` returns them (`LEFT JOIN`): each row is
  /// paired with each element, and a row without elements is kept.
  @inlinable
  public static func leftJoin<T: Selection>(
    as alias: String? = nil, _ rows: (Columns) -> TableExpression<T>
  ) -> Join2<Columns, T.Columns.OuterScope> {
    wholeRows.leftJoin(as: alias, rows)
  }
}
