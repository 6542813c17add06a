/// A `CASE` that asks one condition after the other.
///
/// ```swift
/// Album.select {
///   SQLCase.when($0.year < 1990, then: "old").when($0.plays > 9, then: "hit").else("new")
/// }
/// // SELECT CASE WHEN "year" < $1 THEN $2 WHEN "plays" > $3 THEN $4 ELSE $5 END FROM "album"
/// ```
///
/// ``end()`` makes it NULL if no condition holds. See
/// <https://www.sqlite.org/lang_expr.html#the_case_expression>. To ask one column for values, see
/// ``SQLExpressible/case(when:then:)-(_,Result)``.
public struct SQLCase<Representation: ColumnRepresentation>: Sendable {
  private var branches = CaseBranches()

  /// A value where the condition holds.
  public static func when(
    _ condition: some SQLExpressible<Bool>, then value: Representation
  ) -> Self where Representation: ColumnValue {
    Self().when(condition, then: value)
  }

  /// A column or an expression where the condition holds.
  public static func when(
    _ condition: some SQLExpressible<Bool>, then result: some SQLExpressible<Representation>
  ) -> Self {
    Self().when(condition, then: result)
  }

  /// A value if this condition holds and none before it.
  public func when(
    _ condition: some SQLExpressible<Bool>, then value: Representation.Value
  ) -> Self {
    when(condition, then: SQLExpression.value(value, as: Representation.self))
  }

  /// A column or an expression if this condition holds and none before it.
  public func when(
    _ condition: some SQLExpressible<Bool>, then result: some SQLExpressible<Representation>
  ) -> Self {
    var copy = self
    copy.branches.append(condition.node, result)
    return copy
  }

  /// A value if no condition holds.
  public func `else`(_ value: Representation.Value) -> SQLExpression<Representation> {
    `else`(SQLExpression.value(value, as: Representation.self))
  }

  /// A column or an expression if no condition holds.
  public func `else`(
    _ result: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    branches.otherwise(result)
  }

  /// NULL if no condition holds.
  public func end() -> SQLExpression<Representation.Nullable> { SQLExpression(branches.node) }
}

/// A `CASE` that asks one column for values; ``SQLExpressible/case(when:then:)-(_,Result)``
/// begins one.
public struct SQLValueCase<Base: ColumnRepresentation, Representation: ColumnRepresentation>:
  Sendable
{
  private var branches: CaseBranches

  fileprivate init(_ base: SQLNode) { branches = CaseBranches(base: base) }

  /// A value where the column has this one.
  public func when(_ base: Base.Value, then value: Representation.Value) -> Self {
    when(base, then: SQLExpression.value(value, as: Representation.self))
  }

  /// A column or an expression where the column has this value.
  public func when(_ base: Base.Value, then result: some SQLExpressible<Representation>) -> Self {
    var copy = self
    copy.branches.append(SQLNode(base, as: Base.self, beside: branches.base), result)
    return copy
  }

  /// A value where the column has none of these.
  public func `else`(_ value: Representation.Value) -> SQLExpression<Representation> {
    `else`(SQLExpression.value(value, as: Representation.self))
  }

  /// A column or an expression where the column has none of these values.
  public func `else`(
    _ result: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    branches.otherwise(result)
  }

  /// NULL where the column has none of these values.
  public func end() -> SQLExpression<Representation.Nullable> { SQLExpression(branches.node) }
}

extension SQLExpressible {
  /// A value if the operand equals another one; more branches follow.
  ///
  /// ```swift
  /// Album.select {
  ///   $0.year.case(when: 1985, then: "first").when(1992, then: "second").else("other")
  /// }
  /// // SELECT CASE "year" WHEN $1 THEN $2 WHEN $3 THEN $4 ELSE $5 END FROM "album"
  /// ```
  ///
  /// NULL is equal to no value here: ask for it with ``SQLCase``.
  public func `case`<Result: ColumnValue>(
    when value: Representation.Value, then result: Result
  ) -> SQLValueCase<Representation, Result> {
    SQLValueCase(node).when(value, then: result)
  }

  /// A column or an expression if the operand equals a value; more branches follow.
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
