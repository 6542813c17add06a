/// An insert's `ON CONFLICT`, of which it is still to be said what it does.
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

  /// Leaves out the row that is in conflict: `DO NOTHING`.
  @inlinable
  public func doNothing() -> Insert<T> {
    adding(ConflictNode(on: target, where: targetCondition))
  }

  /// Updates the row that is there: `DO UPDATE SET`. An update that sets no column throws
  /// ``MissingAssignmentError``; to leave the row unchanged, use ``doNothing()``.
  ///
  /// - Parameter set: Gets the row that is there, and the columns of the one that could not be
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
  /// Where the condition does not hold, nothing is written, and `RETURNING` has no row.
  ///
  /// - Parameters:
  ///   - set: Gets the row that is there, and the columns of the one that could not be inserted.
  ///   - condition: Gets the columns of both.
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
  /// What happens where a row is in conflict with one that has the same values in these columns,
  /// which are those of a `UNIQUE` constraint, of a unique index or of the key.
  ///
  /// ```swift
  /// Line.insert(line).onConflict { $0.order; $0.product }.doUpdate { row, excluded in
  ///   row.quantity += excluded.quantity
  /// }
  /// // … ON CONFLICT ("order", "product")
  /// //   DO UPDATE SET "quantity" = "quantity" + "excluded"."quantity"
  /// ```
  ///
  /// The columns of an index on expressions are these expressions: `{ $0.title.lower() }`. Of
  /// several clauses, the first that fits is done. Columns that no unique index has are an error of
  /// SQLite's when the statement is run. See <https://www.sqlite.org/lang_upsert.html>.
  @inlinable
  public func onConflict(
    @ConflictTargetBuilder _ target: (T.Columns) -> [SQLNode]
  ) -> ConflictClause<T> {
    ConflictClause(insert: self, target: target(T.ownColumns))
  }

  /// What happens where a row is in conflict with one that a partial index has.
  ///
  /// ```swift
  /// User.insert(user).onConflict { $0.name } where: { $0.isActive }.doNothing()
  /// // … ON CONFLICT ("name") WHERE "isActive" DO NOTHING
  /// ```
  ///
  /// - Parameter condition: What the index's own `WHERE` says, or more. Its values are written as
  ///   literals: SQLite does not know an index by a parameter.
  public func onConflict(
    @ConflictTargetBuilder _ target: (T.Columns) -> [SQLNode],
    @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) -> ConflictClause<T> {
    ConflictClause(
      insert: self, target: target(T.ownColumns), where: condition(T.ownColumns).node)
  }

  /// What happens where a row is in conflict with another one, by any index: `ON CONFLICT` without
  /// a target. It has to be the last clause.
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
  /// The columns, as a statement names them that has the table under its own name.
  @inlinable static var ownColumns: Columns { Columns(source: TableSource(qualifier: tableName)) }
}

/// Makes the columns of a conflict of the lines of an `onConflict` closure.
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
