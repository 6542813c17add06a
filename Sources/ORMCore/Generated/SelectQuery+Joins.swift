// Written by Tools/generate-overloads.py.

extension SelectQuery where Scope: QueryScope, Result == Scope.SelectedResult {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Scope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .inner) { condition(scope, $0).node }
    return .init(consume node, scope: (scope, new))
  }

  /// Joins a query or a common table expression (`JOIN`): the pairs of rows that meet the
  /// condition.
  @inlinable
  public consuming func join<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Scope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .inner) { condition(scope, $0).node }
    return .init(consume node, scope: (scope, new))
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and the
  /// rows of the left side without a match.
  @inlinable
  public consuming func leftJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Scope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .left) { condition(scope, $0).node }
    return .init(consume node, scope: (scope, new.outer))
  }

  /// Joins a query or a common table expression (`LEFT JOIN`): the pairs of rows that meet the
  /// condition, and the rows of the left side without a match.
  @inlinable
  public consuming func leftJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Scope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .left) { condition(scope, $0).node }
    return .init(consume node, scope: (scope, new.outer))
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and the
  /// rows of the right side without a match.
  @inlinable
  public consuming func rightJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Scope.OuterScope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .right) { condition(scope, $0).node }
    return .init(consume node, scope: (scope.outer, new))
  }

  /// Joins a query or a common table expression (`RIGHT JOIN`): the pairs of rows that meet the
  /// condition, and the rows of the right side without a match.
  @inlinable
  public consuming func rightJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Scope.OuterScope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .right) { condition(scope, $0).node }
    return .init(consume node, scope: (scope.outer, new))
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and the
  /// rows of both sides without a match.
  @inlinable
  public consuming func fullJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Scope.OuterScope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .full) { condition(scope, $0).node }
    return .init(consume node, scope: (scope.outer, new.outer))
  }

  /// Joins a query or a common table expression (`FULL JOIN`): the pairs of rows that meet the
  /// condition, and the rows of both sides without a match.
  @inlinable
  public consuming func fullJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> Join2<Scope.OuterScope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .full) { condition(scope, $0).node }
    return .init(consume node, scope: (scope.outer, new.outer))
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil
  ) -> Join2<Scope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope, new))
  }

  /// Joins a query or a common table expression (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil
  ) -> Join2<Scope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope, new))
  }

  /// Joins the elements of each row's JSON, as `each()` returns them (`JOIN`): each row is paired
  /// with each element.
  @inlinable
  public consuming func join<T: Selection>(
    as alias: String? = nil, _ rows: (Scope) -> TableExpression<T>
  ) -> Join2<Scope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope), as: alias, .inner) { _ in .always }
    return .init(consume node, scope: (scope, new))
  }

  /// Joins the elements of each row's JSON, as `each()` returns them (`LEFT JOIN`): each row is
  /// paired with each element, and a row without elements is kept.
  @inlinable
  public consuming func leftJoin<T: Selection>(
    as alias: String? = nil, _ rows: (Scope) -> TableExpression<T>
  ) -> Join2<Scope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope), as: alias, .left) { _ in .always }
    return .init(consume node, scope: (scope, new.outer))
  }
}
