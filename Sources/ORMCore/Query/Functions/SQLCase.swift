/// A `CASE` that tests one condition after the other.
///
/// ```swift
/// Album.select {
///   SQLCase.when($0.year < 1990, then: "old").when($0.plays > 9, then: "hit").else("new")
/// }
/// // SELECT CASE WHEN "year" < $1 THEN $2 WHEN "plays" > $3 THEN $4 ELSE $5 END FROM "album"
/// ```
///
/// With ``end()``, the result is NULL if no condition holds. To compare one column with values, use
/// ``SQLExpressible/case(when:then:)-(_,Result)``. See
/// <https://www.sqlite.org/lang_expr.html#the_case_expression>.
public struct SQLCase<Representation: ColumnRepresentation>: Sendable {
  private var branches = CaseBranches()

  /// Begins a `CASE`: if the condition holds, the result is `value`.
  public static func when(
    _ condition: some SQLExpressible<Bool>, then value: Representation
  ) -> Self where Representation: ColumnValue {
    Self().when(condition, then: value)
  }

  /// Begins a `CASE`: if the condition holds, the result is a column or an expression.
  public static func when(
    _ condition: some SQLExpressible<Bool>, then result: some SQLExpressible<Representation>
  ) -> Self {
    Self().when(condition, then: result)
  }

  /// Adds a branch: if the condition holds and no earlier condition does, the result is `value`.
  public func when(
    _ condition: some SQLExpressible<Bool>, then value: Representation.Value
  ) -> Self {
    when(condition, then: SQLExpression.value(value, as: Representation.self))
  }

  /// Adds a branch: if the condition holds and no earlier condition does, the result is a column or
  /// an expression.
  public func when(
    _ condition: some SQLExpressible<Bool>, then result: some SQLExpressible<Representation>
  ) -> Self {
    var copy = self
    copy.branches.append(condition.node, result)
    return copy
  }

  /// Ends the `CASE`: if no condition holds, the result is `value`.
  public func `else`(_ value: Representation.Value) -> SQLExpression<Representation> {
    `else`(SQLExpression.value(value, as: Representation.self))
  }

  /// Ends the `CASE`: if no condition holds, the result is a column or an expression.
  public func `else`(
    _ result: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    branches.otherwise(result)
  }

  /// Ends the `CASE`: if no condition holds, the result is NULL.
  public func end() -> SQLExpression<Representation.Nullable> { SQLExpression(branches.node) }
}

/// A `CASE` that compares one column with values, begun by
/// ``SQLExpressible/case(when:then:)-(_,Result)``.
public struct SQLValueCase<Base: ColumnRepresentation, Representation: ColumnRepresentation>:
  Sendable
{
  private var branches: CaseBranches

  fileprivate init(_ base: SQLNode) { branches = CaseBranches(base: base) }

  /// Adds a branch: if the column has the value `base`, the result is `value`.
  public func when(_ base: Base.Value, then value: Representation.Value) -> Self {
    when(base, then: SQLExpression.value(value, as: Representation.self))
  }

  /// Adds a branch: if the column has the value `base`, the result is a column or an expression.
  public func when(_ base: Base.Value, then result: some SQLExpressible<Representation>) -> Self {
    var copy = self
    copy.branches.append(SQLNode(base, as: Base.self, beside: branches.base), result)
    return copy
  }

  /// Ends the `CASE`: for all other rows, the result is `value`.
  public func `else`(_ value: Representation.Value) -> SQLExpression<Representation> {
    `else`(SQLExpression.value(value, as: Representation.self))
  }

  /// Ends the `CASE`: for all other rows, the result is a column or an expression.
  public func `else`(
    _ result: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    branches.otherwise(result)
  }

  /// Ends the `CASE`: for all other rows, the result is NULL.
  public func end() -> SQLExpression<Representation.Nullable> { SQLExpression(branches.node) }
}

extension SQLExpressible {
  /// Begins a `CASE` that compares this operand with values: if it equals `value`, the result is a
  /// Swift value.
  ///
  /// ```swift
  /// Album.select {
  ///   $0.year.case(when: 1985, then: "first").when(1992, then: "second").else("other")
  /// }
  /// // SELECT CASE "year" WHEN $1 THEN $2 WHEN $3 THEN $4 ELSE $5 END FROM "album"
  /// ```
  ///
  /// NULL equals no value here: to test for NULL, use ``SQLCase``.
  public func `case`<Result: ColumnValue>(
    when value: Representation.Value, then result: Result
  ) -> SQLValueCase<Representation, Result> {
    SQLValueCase(node).when(value, then: result)
  }

  /// Begins a `CASE` that compares this operand with values: if it equals `value`, the result is a
  /// column or an expression.
  public func `case`<Result: ColumnRepresentation>(
    when value: Representation.Value, then result: some SQLExpressible<Result>
  ) -> SQLValueCase<Representation, Result> {
    SQLValueCase(node).when(value, then: result)
  }
}

private struct CaseBranches: Sendable {
  var base: SQLNode?
  private var branches: [ChoiceBranch] = []
  private var canBeNull = false

  init(base: SQLNode? = nil) { self.base = base }

  mutating func append(_ when: SQLNode, _ result: some SQLExpressible) {
    branches.append(ChoiceBranch(when: when, then: result.node))
    canBeNull = canBeNull || result.canBeNull
  }

  var node: SQLNode { .choice(base: base, branches, otherwise: nil) }

  func otherwise<Representation>(
    _ result: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    SQLExpression(
      .choice(base: base, branches, otherwise: result.node),
      canBeNull: canBeNull || result.canBeNull)
  }
}
