/// An insert's `ON CONFLICT` clause without its action: add `doNothing` or `doUpdate`.
///
/// ```swift
/// Album.insert(album).onConflict { $0.title }.doUpdate { row, excluded in
///   row.plays += excluded.plays
/// }
/// // INSERT INTO "album" … ON CONFLICT ("title")
/// //   DO UPDATE SET "plays" = "plays" + "excluded"."plays"
/// ```
public struct ConflictClause<T: DatabaseTable>: Sendable {
  @usableFromInline let insert: Insert<T>
  @usableFromInline let target: [SQLNode]
  /// The condition of the partial index.
  @usableFromInline let targetCondition: SQLNode

  @inlinable
  init(insert: Insert<T>, target: [SQLNode], where targetCondition: SQLNode = .always) {
    self.insert = insert
    self.target = target
    self.targetCondition = targetCondition
  }

  /// Skips the row that is in conflict: `DO NOTHING`.
  @inlinable
  public func doNothing() -> Insert<T> {
    adding(ConflictNode(on: target, where: targetCondition))
  }

  /// Updates the existing row: `DO UPDATE SET`. An update that sets no column throws
  /// ``MissingAssignmentError``; to leave the row unchanged, use ``doNothing()``.
  ///
  /// - Parameter set: Receives the existing row, and the columns of the row that could not be
  ///   inserted.
  @inlinable
  public func doUpdate(
    _ set: (inout Updates<T>, _ excluded: T.Columns) throws -> Void
  ) rethrows -> Insert<T> {
    adding(try updating(set))
  }

  /// Updates the existing row, if it meets a condition: `DO UPDATE SET … WHERE`.
  ///
  /// ```swift
  /// Album.insert(album).onConflict { $0.title }.doUpdate { row, excluded in
  ///   row.year = excluded.year
  /// } where: { row, excluded in
  ///   row.year < excluded.year
  /// }
  /// // … ON CONFLICT ("title")
  /// //   DO UPDATE SET "year" = "excluded"."year" WHERE "year" < "excluded"."year"
  /// ```
  ///
  /// If the condition is not met, nothing is written, and `RETURNING` has no row.
  ///
  /// - Parameters:
  ///   - set: Receives the existing row, and the columns of the row that could not be inserted.
  ///   - condition: Receives the columns of both rows.
  @inlinable
  public func doUpdate(
    _ set: (inout Updates<T>, _ excluded: T.Columns) throws -> Void,
    @ConditionBuilder where condition: (_ row: T.Columns, _ excluded: T.Columns) -> SQLExpression<
      Bool
    >
  ) rethrows -> Insert<T> {
    var clause = try updating(set)
    clause.condition = condition(T.ownColumns, Self.excluded).node
    return adding(clause)
  }

  @inlinable static var excluded: T.Columns {
    T.Columns(source: TableSource(qualifier: "excluded"))
  }

  @inlinable
  func updating(
    _ set: (inout Updates<T>, T.Columns) throws -> Void
  ) rethrows -> ConflictNode {
    var updates = Updates<T>(of: T.ownColumns)
    try set(&updates, Self.excluded)
    return ConflictNode(on: target, where: targetCondition, sets: updates.assignments)
  }

  @inlinable
  func adding(_ clause: ConflictNode) -> Insert<T> {
    var insert = insert
    insert.insert.conflicts.append(clause)
    return insert
  }
}

extension Insert {
  /// Begins an `ON CONFLICT` clause for rows that have the same values as an existing row in the
  /// columns of a `UNIQUE` constraint, a unique index or the primary key.
  ///
  /// ```swift
  /// Line.insert(line).onConflict { $0.order; $0.product }.doUpdate { row, excluded in
  ///   row.quantity += excluded.quantity
  /// }
  /// // … ON CONFLICT ("order", "product")
  /// //   DO UPDATE SET "quantity" = "quantity" + "excluded"."quantity"
  /// ```
  ///
  /// For an index on expressions, write the expressions: `{ $0.title.lower() }`. If there are
  /// several clauses, the first that matches applies. If no unique index has the columns, SQLite
  /// reports an error when the statement runs. See <https://www.sqlite.org/lang_upsert.html>.
  @inlinable
  public func onConflict(
    @ConflictTargetBuilder _ target: (T.Columns) -> [SQLNode]
  ) -> ConflictClause<T> {
    ConflictClause(insert: self, target: target(T.ownColumns))
  }

  /// Begins an `ON CONFLICT` clause for conflicts in a partial unique index.
  ///
  /// ```swift
  /// User.insert(user).onConflict { $0.name } where: { $0.isActive }.doNothing()
  /// // … ON CONFLICT ("name") WHERE "isActive" DO NOTHING
  /// ```
  ///
  /// - Parameter condition: The index's own `WHERE`, or a condition that implies it. Its values are
  ///   written as literals, because SQLite can't match a parameter to an index.
  public func onConflict(
    @ConflictTargetBuilder _ target: (T.Columns) -> [SQLNode],
    @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) -> ConflictClause<T> {
    ConflictClause(
      insert: self, target: target(T.ownColumns), where: condition(T.ownColumns).node)
  }

  /// Begins an `ON CONFLICT` clause without a target, for conflicts in any index. It must be the
  /// last clause.
  ///
  /// ```swift
  /// Album.insert(album).onConflict().doNothing()   // INSERT INTO "album" … ON CONFLICT DO NOTHING
  /// ```
  @inlinable
  public func onConflict() -> ConflictClause<T> {
    ConflictClause(insert: self, target: [])
  }
}

extension DatabaseTable {
  /// The columns, qualified by the table's own name.
  @inlinable static var ownColumns: Columns { Columns(source: TableSource(qualifier: tableName)) }
}

/// Builds the target of an `ON CONFLICT` clause from the lines of an `onConflict` closure.
@_documentation(visibility: internal)
@resultBuilder
public enum ConflictTargetBuilder {
  public static func buildExpression(_ expression: some SQLExpressible) -> [SQLNode] {
    [expression.node]
  }

  public static func buildBlock(_ terms: [SQLNode]...) -> [SQLNode] { terms.flatMap(\.self) }

  public static func buildOptional(_ terms: [SQLNode]?) -> [SQLNode] { terms ?? [] }

  public static func buildEither(first terms: [SQLNode]) -> [SQLNode] { terms }

  public static func buildEither(second terms: [SQLNode]) -> [SQLNode] { terms }
}
