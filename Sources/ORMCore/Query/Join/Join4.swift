// Written by Tools/generate-overloads.py.

/// A query over four tables, of which nothing is selected yet: its rows are every table
/// whole.
///
/// It is what joins give, and has the clauses of a ``SelectQuery``, which its `select` gives.
// Its closures take each table as a parameter, and not all of them as one tuple, so that the
// compiler says of one that has `$0` alone, or too many, how many tables there are.
// A type per number of tables, each with joins of its own: of overloads for all numbers, the type
// checker (6.3.1) tries each with each of the next join when it looks for a mistake, which takes it
// minutes.
public struct Join4<S1: QueryScope, S2: QueryScope, S3: QueryScope, S4: QueryScope>: TableQuery {
  public typealias Scope = (S1, S2, S3, S4)
  public typealias Result = Results4<
    S1.SelectedResult, S2.SelectedResult, S3.SelectedResult, S4.SelectedResult
  >
  public typealias Output = Result.Output

  /// The query as a tree.
  @_documentation(visibility: internal)
  public let node: SelectNode
  /// The columns of its tables.
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

  /// Narrows to the rows that also meet the condition.
  @inlinable
  public consuming func `where`(
    @ConditionBuilder _ condition: (S1, S2, S3, S4) -> SQLExpression<Bool>
  ) -> Self {
    let condition = condition(scope.0, scope.1, scope.2, scope.3).node
    return with { $0.narrow(to: condition) }
  }

  /// Orders the rows, after the terms that the query already has.
  @inlinable
  public consuming func order(@OrderingBuilder _ terms: (S1, S2, S3, S4) -> [OrderingTerm]) -> Self
  {
    let terms = terms(scope.0, scope.1, scope.2, scope.3)
    return with { $0.appendOrdering(terms) }
  }

  /// Makes one row of all that have the same values; see ``SelectQuery/group(_:)``.
  @inlinable
  public consuming func group(@GroupingBuilder _ terms: (S1, S2, S3, S4) -> [SQLNode]) -> Self {
    let terms = terms(scope.0, scope.1, scope.2, scope.3)
    return with { $0.appendGrouping(terms) }
  }

  /// Narrows to the groups that also meet the condition.
  @inlinable
  public consuming func having(
    @ConditionBuilder _ condition: (S1, S2, S3, S4) -> SQLExpression<Bool>
  ) -> Self {
    let condition = condition(scope.0, scope.1, scope.2, scope.3).node
    return with { $0.narrowGroups(to: condition) }
  }

  /// Gives rows that are the same in all columns once.
  @inlinable public consuming func distinct() -> Self { with { $0.makeDistinct() } }

  /// Takes at most `count` rows, after leaving out the first `offset`; replaces an earlier limit.
  @inlinable
  public consuming func limit(_ count: Int, offset: Int = 0) -> Self {
    with { $0.limit(to: count, offset: offset) }
  }

  /// Selects one column, one expression or one table whole, or up to ten of them; see
  /// ``SelectQuery/select(_:)``.
  @inlinable
  public consuming func select<S: Selectable>(
    @SelectionBuilder _ result: (S1, S2, S3, S4) -> S
  ) -> SelectQuery<Scope, S.SelectedResult> {
    let scope = scope
    let results = result(scope.0, scope.1, scope.2, scope.3).results
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

extension Join4 {
  /// Joins a table or a view (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> Join5<S1, S2, S3, S4, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .inner) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new))
  }

  /// Joins a query or a common table (`JOIN`): the pairs of rows that meet the condition.
  @inlinable
  public consuming func join<T: Selection>(
    source: RowSource<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> Join5<S1, S2, S3, S4, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .inner) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new))
  }

  /// Joins a table or a view (`LEFT JOIN`): the pairs of rows that meet the condition, and each
  /// row before it that is in none.
  @inlinable
  public consuming func leftJoin<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> Join5<S1, S2, S3, S4, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .left) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new.outer))
  }

  /// Joins a query or a common table (`LEFT JOIN`): the pairs of rows that meet the condition,
  /// and each row before it that is in none.
  @inlinable
  public consuming func leftJoin<T: Selection>(
    source: RowSource<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> Join5<S1, S2, S3, S4, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .left) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new.outer))
  }

  /// Joins a table or a view (`RIGHT JOIN`): the pairs of rows that meet the condition, and each
  /// row of the joined one that is in none.
  @inlinable
  public consuming func rightJoin<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> Join5<S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .right) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(
      consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, scope.3.outer, new))
  }

  /// Joins a query or a common table (`RIGHT JOIN`): the pairs of rows that meet the condition,
  /// and each row of the joined one that is in none.
  @inlinable
  public consuming func rightJoin<T: Selection>(
    source: RowSource<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> Join5<S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .right) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(
      consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, scope.3.outer, new))
  }

  /// Joins a table or a view (`FULL JOIN`): the pairs of rows that meet the condition, and each
  /// row of either side that is in none.
  @inlinable
  public consuming func fullJoin<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> Join5<S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .full) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(
      consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, scope.3.outer, new.outer))
  }

  /// Joins a query or a common table (`FULL JOIN`): the pairs of rows that meet the condition,
  /// and each row of either side that is in none.
  @inlinable
  public consuming func fullJoin<T: Selection>(
    source: RowSource<T>, as alias: String? = nil,
    @ConditionBuilder on condition: (S1, S2, S3, S4, T.Columns) -> SQLExpression<Bool>
  ) -> Join5<S1.OuterScope, S2.OuterScope, S3.OuterScope, S4.OuterScope, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .full) {
      condition(scope.0, scope.1, scope.2, scope.3, $0).node
    }
    return .init(
      consume node, scope: (scope.0.outer, scope.1.outer, scope.2.outer, scope.3.outer, new.outer))
  }

  /// Joins a table or a view (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<T: NamedSource>(
    _ table: T.Type, as alias: String? = nil
  ) -> Join5<S1, S2, S3, S4, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(RowSource(table), as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new))
  }

  /// Joins a query or a common table (`CROSS JOIN`): every pair of rows.
  @inlinable
  public consuming func crossJoin<T: Selection>(
    source: RowSource<T>, as alias: String? = nil
  ) -> Join5<S1, S2, S3, S4, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(source, as: alias, .cross) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new))
  }

  /// Joins the rows of some JSON (`JOIN`): each row beside each of the rows that it has in some
  /// JSON.
  @inlinable
  public consuming func join<T: Selection>(
    as alias: String? = nil, _ rows: (S1, S2, S3, S4) -> RowSource<T>
  ) -> Join5<S1, S2, S3, S4, T.Columns> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope.0, scope.1, scope.2, scope.3), as: alias, .inner) { _ in .always
    }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new))
  }

  /// Joins the rows of some JSON (`LEFT JOIN`): each row beside each of the rows that it has in
  /// some JSON, and those that have none.
  @inlinable
  public consuming func leftJoin<T: Selection>(
    as alias: String? = nil, _ rows: (S1, S2, S3, S4) -> RowSource<T>
  ) -> Join5<S1, S2, S3, S4, T.Columns.OuterScope> {
    let scope = scope
    var node = (consume self).node
    let new = node.join(rows(scope.0, scope.1, scope.2, scope.3), as: alias, .left) { _ in .always }
    return .init(consume node, scope: (scope.0, scope.1, scope.2, scope.3, new.outer))
  }
}
