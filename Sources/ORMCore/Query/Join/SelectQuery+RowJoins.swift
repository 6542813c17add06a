// Written by Tools/generate-overloads.py.

// MARK: - To one table

extension SelectQuery where Scope: QueryScope, Result == Scope.SelectedResult {
  /// Joins the rows of some JSON (`JOIN`): each row beside each of the rows that it has in some
  /// JSON.
  @inlinable
  public consuming func join<T: Selection>(
    as alias: String? = nil, _ rows: (Scope) -> RowSource<T>
  ) -> SelectQuery<(Scope, T.Columns), Results2<Scope.SelectedResult, T.Columns.SelectedResult>> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope), as: alias, .inner) { _ in .always }
    return .init(consume node, scope: (scope, new))
  }

  /// Joins the rows of some JSON (`LEFT JOIN`): each row beside each of the rows that it has in
  /// some JSON, and those that have none.
  @inlinable
  public consuming func leftJoin<T: Selection>(
    as alias: String? = nil, _ rows: (Scope) -> RowSource<T>
  ) -> SelectQuery<
    (Scope, T.Columns.OuterScope),
    Results2<Scope.SelectedResult, T.Columns.OuterScope.SelectedResult>
  > {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope), as: alias, .left) { _ in .always }
    return .init(consume node, scope: (scope, new.outer))
  }
}

// MARK: - To 2 tables

extension SelectQuery {
  /// Joins the rows of some JSON (`JOIN`): each row beside each of the rows that it has in some
  /// JSON.
  @inlinable
  public consuming func join<S1: QueryScope, S2: QueryScope, T: Selection>(
    as alias: String? = nil, _ rows: (S1, S2) -> RowSource<T>
  ) -> SelectQuery<
    (S1, S2, T.Columns), Results3<S1.SelectedResult, S2.SelectedResult, T.Columns.SelectedResult>
  >
  where Scope == (S1, S2), Result == Results2<S1.SelectedResult, S2.SelectedResult> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope.0, scope.1), as: alias, .inner) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, new))
  }

  /// Joins the rows of some JSON (`LEFT JOIN`): each row beside each of the rows that it has in
  /// some JSON, and those that have none.
  @inlinable
  public consuming func leftJoin<S1: QueryScope, S2: QueryScope, T: Selection>(
    as alias: String? = nil, _ rows: (S1, S2) -> RowSource<T>
  ) -> SelectQuery<
    (S1, S2, T.Columns.OuterScope),
    Results3<S1.SelectedResult, S2.SelectedResult, T.Columns.OuterScope.SelectedResult>
  >
  where Scope == (S1, S2), Result == Results2<S1.SelectedResult, S2.SelectedResult> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope.0, scope.1), as: alias, .left) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, new.outer))
  }
}

// MARK: - To 3 tables

extension SelectQuery {
  /// Joins the rows of some JSON (`JOIN`): each row beside each of the rows that it has in some
  /// JSON.
  @inlinable
  public consuming func join<S1: QueryScope, S2: QueryScope, S3: QueryScope, T: Selection>(
    as alias: String? = nil, _ rows: (S1, S2, S3) -> RowSource<T>
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
    let new = node.join(rows(scope.0, scope.1, scope.2), as: alias, .inner) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new))
  }

  /// Joins the rows of some JSON (`LEFT JOIN`): each row beside each of the rows that it has in
  /// some JSON, and those that have none.
  @inlinable
  public consuming func leftJoin<S1: QueryScope, S2: QueryScope, S3: QueryScope, T: Selection>(
    as alias: String? = nil, _ rows: (S1, S2, S3) -> RowSource<T>
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
    let new = node.join(rows(scope.0, scope.1, scope.2), as: alias, .left) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new.outer))
  }
}

// MARK: - To 4 tables

extension SelectQuery {
  /// Joins the rows of some JSON (`JOIN`): each row beside each of the rows that it has in some
  /// JSON.
  @inlinable
  public consuming func join<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, T: Selection
  >(
    as alias: String? = nil, _ rows: (S1, S2, S3, S4) -> RowSource<T>
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
    let new = node.join(rows(scope.0, scope.1, scope.2, scope.3), as: alias, .inner) { _ in .always
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new))
  }

  /// Joins the rows of some JSON (`LEFT JOIN`): each row beside each of the rows that it has in
  /// some JSON, and those that have none.
  @inlinable
  public consuming func leftJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, T: Selection
  >(
    as alias: String? = nil, _ rows: (S1, S2, S3, S4) -> RowSource<T>
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
    let new = node.join(rows(scope.0, scope.1, scope.2, scope.3), as: alias, .left) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new.outer))
  }
}

// MARK: - To 5 tables

extension SelectQuery {
  /// Joins the rows of some JSON (`JOIN`): each row beside each of the rows that it has in some
  /// JSON.
  @inlinable
  public consuming func join<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, S5: QueryScope, T: Selection
  >(
    as alias: String? = nil, _ rows: (S1, S2, S3, S4, S5) -> RowSource<T>
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
    let new = node.join(rows(scope.0, scope.1, scope.2, scope.3, scope.4), as: alias, .inner) { _ in
      .always
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, scope.4, new))
  }

  /// Joins the rows of some JSON (`LEFT JOIN`): each row beside each of the rows that it has in
  /// some JSON, and those that have none.
  @inlinable
  public consuming func leftJoin<
    S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, S5: QueryScope, T: Selection
  >(
    as alias: String? = nil, _ rows: (S1, S2, S3, S4, S5) -> RowSource<T>
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
    let new = node.join(rows(scope.0, scope.1, scope.2, scope.3, scope.4), as: alias, .left) { _ in
      .always
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, scope.4, new.outer))
  }
}
