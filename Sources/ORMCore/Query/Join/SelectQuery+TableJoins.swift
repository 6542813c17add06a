// Written by Tools/generate-overloads.py.

// MARK: - To one table

extension SelectQuery where Scope: QueryScope, Result == Scope.SelectedResult {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<(Scope, T.Columns), Results2<Scope.SelectedResult, T.Columns.SelectedResult>> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .inner) { condition(scope, $0).node }
    return .init(consume node, scope: (scope, new))
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and each
  /// row before it that is in none.
  @inlinable
  public consuming func leftJoin<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (Scope, T.Columns.OuterScope),
    Results2<Scope.SelectedResult, T.Columns.OuterScope.SelectedResult>
  > {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .left) { condition(scope, $0).node }
    return .init(consume node, scope: (scope, new.outer))
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and each
  /// row of `table` that is in none.
  @inlinable
  public consuming func rightJoin<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (Scope.OuterScope, T.Columns),
    Results2<Scope.OuterScope.SelectedResult, T.Columns.SelectedResult>
  > {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .right) { condition(scope, $0).node }
    return .init(consume node, scope: (scope.outer, new))
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and each
  /// row of either side that is in none.
  @inlinable
  public consuming func fullJoin<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (Scope, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (Scope.OuterScope, T.Columns.OuterScope),
    Results2<Scope.OuterScope.SelectedResult, T.Columns.OuterScope.SelectedResult>
  > {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .full) { condition(scope, $0).node }
    return .init(consume node, scope: (scope.outer, new.outer))
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil
  ) -> SelectQuery<(Scope, T.Columns), Results2<Scope.SelectedResult, T.Columns.SelectedResult>> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope, new))
  }
}

// MARK: - To 2 tables

extension SelectQuery {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<S1: QueryScope, S2: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1, S2, T.Columns), Results3<S1.SelectedResult, S2.SelectedResult, T.Columns.SelectedResult>
  >
  where Scope == (S1, S2), Result == Results2<S1.SelectedResult, S2.SelectedResult> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .inner) {
      condition(scope.0, scope.1, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, new))
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and each
  /// row before it that is in none.
  @inlinable
  public consuming func leftJoin<S1: QueryScope, S2: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1, S2, T.Columns.OuterScope),
    Results3<S1.SelectedResult, S2.SelectedResult, T.Columns.OuterScope.SelectedResult>
  >
  where Scope == (S1, S2), Result == Results2<S1.SelectedResult, S2.SelectedResult> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .left) { condition(scope.0, scope.1, $0).node }
    return .init(consume node, scope: (scope.0, scope.1, new.outer))
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and each
  /// row of `table` that is in none.
  @inlinable
  public consuming func rightJoin<S1: QueryScope, S2: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1.OuterScope, S2.OuterScope, T.Columns),
    Results3<S1.OuterScope.SelectedResult, S2.OuterScope.SelectedResult, T.Columns.SelectedResult>
  >
  where Scope == (S1, S2), Result == Results2<S1.SelectedResult, S2.SelectedResult> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .right) {
      condition(scope.0, scope.1, $0).node
    }
    return .init(consume node, scope: (scope.0.outer, scope.1.outer, new))
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and each
  /// row of either side that is in none.
  @inlinable
  public consuming func fullJoin<S1: QueryScope, S2: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1.OuterScope, S2.OuterScope, T.Columns.OuterScope),
    Results3<
      S1.OuterScope.SelectedResult, S2.OuterScope.SelectedResult,
      T.Columns.OuterScope.SelectedResult
    >
  >
  where Scope == (S1, S2), Result == Results2<S1.SelectedResult, S2.SelectedResult> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .full) { condition(scope.0, scope.1, $0).node }
    return .init(consume node, scope: (scope.0.outer, scope.1.outer, new.outer))
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<S1: QueryScope, S2: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil
  ) -> SelectQuery<
    (S1, S2, T.Columns), Results3<S1.SelectedResult, S2.SelectedResult, T.Columns.SelectedResult>
  >
  where Scope == (S1, S2), Result == Results2<S1.SelectedResult, S2.SelectedResult> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, new))
  }
}

// MARK: - To 3 tables

extension SelectQuery {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<S1: QueryScope, S2: QueryScope, S3: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1, S2, S3, T.Columns),
    Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, T.Columns.SelectedResult>
  >
  where
    Scope == (S1, S2, S3),
    Result == Results3<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .inner) {
      condition(scope.0, scope.1, scope.2, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new))
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and each
  /// row before it that is in none.
  @inlinable
  public consuming func leftJoin<S1: QueryScope, S2: QueryScope, S3: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1, S2, S3, T.Columns.OuterScope),
    Results4<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, T.Columns.OuterScope.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3),
    Result == Results3<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .left) {
      condition(scope.0, scope.1, scope.2, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new.outer))
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and each
  /// row of `table` that is in none.
  @inlinable
  public consuming func rightJoin<S1: QueryScope, S2: QueryScope, S3: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1.OuterScope, S2.OuterScope, S3.OuterScope, T.Columns),
    Results4<
      S1.OuterScope.SelectedResult, S2.OuterScope.SelectedResult, S3.OuterScope.SelectedResult,
      T.Columns.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3),
    Result == Results3<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .right) {
      condition(scope.0, scope.1, scope.2, $0).node
    }
    return .init(consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, new))
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and each
  /// row of either side that is in none.
  @inlinable
  public consuming func fullJoin<S1: QueryScope, S2: QueryScope, S3: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1.OuterScope, S2.OuterScope, S3.OuterScope, T.Columns.OuterScope),
    Results4<
      S1.OuterScope.SelectedResult, S2.OuterScope.SelectedResult, S3.OuterScope.SelectedResult,
      T.Columns.OuterScope.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3),
    Result == Results3<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .full) {
      condition(scope.0, scope.1, scope.2, $0).node
    }
    return .init(consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, new.outer))
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<S1: QueryScope, S2: QueryScope, S3: QueryScope, T: NamedSource>(
    _ table: T.Type, as alias: String? = nil
  ) -> SelectQuery<
    (S1, S2, S3, T.Columns),
    Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, T.Columns.SelectedResult>
  >
  where
    Scope == (S1, S2, S3),
    Result == Results3<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new))
  }
}

// MARK: - To 4 tables

extension SelectQuery {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1, S2, S3, S4, T.Columns),
    Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult,
      T.Columns.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4),
    Result == Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .inner) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new))
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and each
  /// row before it that is in none.
  @inlinable
  public consuming func leftJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1, S2, S3, S4, T.Columns.OuterScope),
    Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult,
      T.Columns.OuterScope.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4),
    Result == Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .left) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new.outer))
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and each
  /// row of `table` that is in none.
  @inlinable
  public consuming func rightJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, T.Columns),
    Results5<
      S1.OuterScope.SelectedResult, S2.OuterScope.SelectedResult, S3.OuterScope.SelectedResult,
      S4.OuterScope.SelectedResult, T.Columns.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4),
    Result == Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .right) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(
      consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, scope.3.outer, new))
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and each
  /// row of either side that is in none.
  @inlinable
  public consuming func fullJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, T.Columns.OuterScope),
    Results5<
      S1.OuterScope.SelectedResult, S2.OuterScope.SelectedResult, S3.OuterScope.SelectedResult,
      S4.OuterScope.SelectedResult, T.Columns.OuterScope.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4),
    Result == Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .full) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(
      consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, scope.3.outer, new.outer))
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil
  ) -> SelectQuery<
    (S1, S2, S3, S4, T.Columns),
    Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult,
      T.Columns.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4),
    Result == Results4<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult>
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new))
  }
}

// MARK: - To 5 tables

extension SelectQuery {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, S5: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, S4, S5, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1, S2, S3, S4, S5, T.Columns),
    Results6<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      T.Columns.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4, S5),
    Result == Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .inner) {
      condition(scope.0, scope.1, scope.2, scope.3, scope.4, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, scope.4, new))
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and each
  /// row before it that is in none.
  @inlinable
  public consuming func leftJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, S5: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, S4, S5, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1, S2, S3, S4, S5, T.Columns.OuterScope),
    Results6<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      T.Columns.OuterScope.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4, S5),
    Result == Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .left) {
      condition(scope.0, scope.1, scope.2, scope.3, scope.4, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, scope.4, new.outer))
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and each
  /// row of `table` that is in none.
  @inlinable
  public consuming func rightJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, S5: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, S4, S5, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, S5.OuterScope, T.Columns),
    Results6<
      S1.OuterScope.SelectedResult, S2.OuterScope.SelectedResult, S3.OuterScope.SelectedResult,
      S4.OuterScope.SelectedResult, S5.OuterScope.SelectedResult, T.Columns.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4, S5),
    Result == Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .right) {
      condition(scope.0, scope.1, scope.2, scope.3, scope.4, $0).node
    }
    return .init(
      consume node,
      scope: (scope.0.outer, scope.1.outer, scope.2.outer, scope.3.outer, scope.4.outer, new))
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and each
  /// row of either side that is in none.
  @inlinable
  public consuming func fullJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, S5: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil,
    on condition: (S1, S2, S3, S4, S5, T.Columns) -> SQLExpression<Bool>
  ) -> SelectQuery<
    (
      S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, S5.OuterScope,
      T.Columns.OuterScope
    ),
    Results6<
      S1.OuterScope.SelectedResult, S2.OuterScope.SelectedResult, S3.OuterScope.SelectedResult,
      S4.OuterScope.SelectedResult, S5.OuterScope.SelectedResult,
      T.Columns.OuterScope.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4, S5),
    Result == Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .full) {
      condition(scope.0, scope.1, scope.2, scope.3, scope.4, $0).node
    }
    return .init(
      consume node,
      scope: (scope.0.outer, scope.1.outer, scope.2.outer, scope.3.outer, scope.4.outer, new.outer))
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, S5: QueryScope, T: NamedSource
  >(
    _ table: T.Type, as alias: String? = nil
  ) -> SelectQuery<
    (S1, S2, S3, S4, S5, T.Columns),
    Results6<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
      T.Columns.SelectedResult
    >
  >
  where
    Scope == (S1, S2, S3, S4, S5),
    Result == Results5<
      S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult
    >
  {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, scope.4, new))
  }
}
