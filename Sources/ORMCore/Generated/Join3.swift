// Written by Tools/generate-overloads.py.

/// A join of three tables without a selection: each result consists of a whole row of each table.
///
/// It has the clauses of a ``SelectQuery``. Its `select` returns a ``SelectQuery``.
// Its closures have a parameter for each table instead of one tuple, so that the compiler reports
// how many tables there are if a closure uses only `$0`, or too many parameters.
// Each number of tables has its own type with its own joins. If they shared a type, the type
// checker (6.3.1) would try the overloads for every number of tables at each join of a chain while
// it looks for a mistake, which takes minutes.
public struct Join3<S1: QueryScope, S2: QueryScope, S3: QueryScope>: TableQuery {
  public typealias Scope = (S1, S2, S3)
  public typealias Result = Results3<S1.SelectedResult, S2.SelectedResult, S3.SelectedResult>
  public typealias Output = Result.Output

  /// The query as a tree.
  @_documentation(visibility: internal)
  public let node: SelectNode
  /// The columns of the query's tables.
  @_documentation(visibility: internal)
  public let scope: Scope

  @inlinable
  init(_ node: consuming SelectNode, scope: consuming Scope) {
    self.node = node
    self.scope = scope
  }

  /// The same query with another tree.
  @_documentation(visibility: internal)
  public func with(tree: SelectNode) -> Self { Self(tree, scope: scope) }

  /// Narrows the query to the rows that also meet the condition.
  @inlinable
  public consuming func `where`(
    @ConditionBuilder _ condition: (S1, S2, S3) -> SQLExpression<Bool>
  ) -> Self {
    let condition = condition(scope.0, scope.1, scope.2).node
    return with { $0.narrow(to: condition) }
  }

  /// Orders the rows, after the terms that the query already has.
  @inlinable
  public consuming func order(@OrderingBuilder _ terms: (S1, S2, S3) -> [OrderingTerm]) -> Self {
    let terms = terms(scope.0, scope.1, scope.2)
    return with { $0.appendOrdering(terms) }
  }

  /// Combines the rows whose terms have the same values into one row; see
  /// ``SelectQuery/group(_:)``.
  @inlinable
  public consuming func group(@GroupingBuilder _ terms: (S1, S2, S3) -> [SQLNode]) -> Self {
    let terms = terms(scope.0, scope.1, scope.2)
    return with { $0.appendGrouping(terms) }
  }

  /// Narrows the query to the groups that also meet the condition.
  @inlinable
  public consuming func having(
    @ConditionBuilder _ condition: (S1, S2, S3) -> SQLExpression<Bool>
  ) -> Self {
    let condition = condition(scope.0, scope.1, scope.2).node
    return with { $0.narrowGroups(to: condition) }
  }

  /// Removes duplicates: rows that are the same in all columns.
  @inlinable public consuming func distinct() -> Self { with { $0.makeDistinct() } }

  /// Limits the result to `count` rows, after skipping the first `offset`; replaces an earlier
  /// limit.
  @inlinable
  public consuming func limit(_ count: Int, offset: Int = 0) -> Self {
    with { $0.limit(to: count, offset: offset) }
  }

  /// Selects a column, an expression or a whole table, or up to ten of these; see
  /// ``SelectQuery/select(_:)``.
  @inlinable
  public consuming func select<S: Selectable>(
    @SelectionBuilder _ result: (S1, S2, S3) -> S
  ) -> SelectQuery<Scope, S.SelectedResult> {
    let scope = scope
    let results = result(scope.0, scope.1, scope.2).results
    var node = (consume self).node
    node.select(results)
    return SelectQuery(consume node, scope: scope)
  }

  @inlinable
  consuming func with(_ change: (inout SelectNode) -> Void) -> Self {
    let scope = scope
    var node = (consume self).node
    change(&node)
    return Self(consume node, scope: scope)
  }
}

extension Join3 {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> Join4<S1, S2, S3, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .inner) {
      condition(scope.0, scope.1, scope.2, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new))
  }

  /// Joins a query or a common table expression (`JOIN`): the pairs of rows that meet the
  /// condition.
  @inlinable
  public consuming func join<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> Join4<S1, S2, S3, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .inner) { condition(scope.0, scope.1, scope.2, $0).node }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new))
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and the
  /// rows of the left side without a match.
  @inlinable
  public consuming func leftJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> Join4<S1, S2, S3, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .left) {
      condition(scope.0, scope.1, scope.2, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new.outer))
  }

  /// Joins a query or a common table expression (`LEFT JOIN`): the pairs of rows that meet the
  /// condition, and the rows of the left side without a match.
  @inlinable
  public consuming func leftJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> Join4<S1, S2, S3, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .left) { condition(scope.0, scope.1, scope.2, $0).node }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new.outer))
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and the
  /// rows of the right side without a match.
  @inlinable
  public consuming func rightJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> Join4<S1.OuterScope, S2.OuterScope, S3.OuterScope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .right) {
      condition(scope.0, scope.1, scope.2, $0).node
    }
    return .init(consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, new))
  }

  /// Joins a query or a common table expression (`RIGHT JOIN`): the pairs of rows that meet the
  /// condition, and the rows of the right side without a match.
  @inlinable
  public consuming func rightJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> Join4<S1.OuterScope, S2.OuterScope, S3.OuterScope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .right) { condition(scope.0, scope.1, scope.2, $0).node }
    return .init(consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, new))
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and the
  /// rows of both sides without a match.
  @inlinable
  public consuming func fullJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> Join4<S1.OuterScope, S2.OuterScope, S3.OuterScope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .full) {
      condition(scope.0, scope.1, scope.2, $0).node
    }
    return .init(consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, new.outer))
  }

  /// Joins a query or a common table expression (`FULL JOIN`): the pairs of rows that meet the
  /// condition, and the rows of both sides without a match.
  @inlinable
  public consuming func fullJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, T.Columns) -> SQLExpression<Bool>
  ) -> Join4<S1.OuterScope, S2.OuterScope, S3.OuterScope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .full) { condition(scope.0, scope.1, scope.2, $0).node }
    return .init(consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, new.outer))
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil
  ) -> Join4<S1, S2, S3, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(TableExpression(table), as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new))
  }

  /// Joins a query or a common table expression (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<T: Selection>(
    source: TableExpression<T>, as alias: String? = nil
  ) -> Join4<S1, S2, S3, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new))
  }

  /// Joins the elements of each row's JSON, as `each()` returns them (`JOIN`): each row is paired
  /// with each element.
  @inlinable
  public consuming func join<T: Selection>(
    as alias: String? = nil, _ rows: (S1, S2, S3) -> TableExpression<T>
  ) -> Join4<S1, S2, S3, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope.0, scope.1, scope.2), as: alias, .inner) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new))
  }

  /// Joins the elements of each row's JSON, as `each()` returns them (`LEFT JOIN`): each row is
  /// paired with each element, and a row without elements is kept.
  @inlinable
  public consuming func leftJoin<T: Selection>(
    as alias: String? = nil, _ rows: (S1, S2, S3) -> TableExpression<T>
  ) -> Join4<S1, S2, S3, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope.0, scope.1, scope.2), as: alias, .left) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, new.outer))
  }
}
