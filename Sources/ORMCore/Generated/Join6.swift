// Written by Tools/generate-overloads.py.

/// A join of six tables without a selection: each result consists of a whole row of each table.
///
/// It has the clauses of a ``SelectQuery``. Its `select` returns a ``SelectQuery``.
// Its closures have a parameter for each table instead of one tuple, so that the compiler reports
// how many tables there are if a closure uses only `$0`, or too many parameters.
// Each number of tables has its own type with its own joins. If they shared a type, the type
// checker (6.3.1) would try the overloads for every number of tables at each join of a chain while
// it looks for a mistake, which takes minutes.
public struct Join6<
  S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope, S5: QueryScope, S6: QueryScope
>: TableQuery {
  public typealias Scope = (S1, S2, S3, S4, S5, S6)
  public typealias Result = Results6<
    S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult, S5.SelectedResult,
    S6.SelectedResult
  >
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
    @ConditionBuilder _ condition: (S1, S2, S3, S4, S5, S6) -> SQLExpression<Bool>
  ) -> Self {
    let condition = condition(scope.0, scope.1, scope.2, scope.3, scope.4, scope.5).node
    return with { $0.narrow(to: condition) }
  }

  /// Orders the rows, after the terms that the query already has.
  @inlinable
  public consuming func order(@OrderingBuilder _ terms: (S1, S2, S3, S4, S5, S6) -> [OrderingTerm])
    -> Self
  {
    let terms = terms(scope.0, scope.1, scope.2, scope.3, scope.4, scope.5)
    return with { $0.appendOrdering(terms) }
  }

  /// Combines the rows whose terms have the same values into one row; see
  /// ``SelectQuery/group(_:)``.
  @inlinable
  public consuming func group(@GroupingBuilder _ terms: (S1, S2, S3, S4, S5, S6) -> [SQLNode])
    -> Self
  {
    let terms = terms(scope.0, scope.1, scope.2, scope.3, scope.4, scope.5)
    return with { $0.appendGrouping(terms) }
  }

  /// Narrows the query to the groups that also meet the condition.
  @inlinable
  public consuming func having(
    @ConditionBuilder _ condition: (S1, S2, S3, S4, S5, S6) -> SQLExpression<Bool>
  ) -> Self {
    let condition = condition(scope.0, scope.1, scope.2, scope.3, scope.4, scope.5).node
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
    @SelectionBuilder _ result: (S1, S2, S3, S4, S5, S6) -> S
  ) -> SelectQuery<Scope, S.SelectedResult> {
    let scope = scope
    let results = result(scope.0, scope.1, scope.2, scope.3, scope.4, scope.5).results
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
