/// A query over one or more tables, as a value.
///
/// ```swift
/// let titles = Album.join(Artist.self) { album, artist in album.artistID == artist.id }
///   .where { _, artist in artist.name.like("S%") }
///   .select { album, artist in (album.title, artist.name) }
/// // SELECT "album"."title", "artist"."name" FROM "album" JOIN "artist"
/// //   ON "album"."artistID" = "artist"."id" WHERE "artist"."name" LIKE $1
///
/// for (title, name) in try await db.fetch(titles) { … }
/// ```
///
/// A join on which `select` has not been called is of another type, ``Join2`` to ``Join6`` by the
/// number of its tables, with the same clauses.
///
/// `Scope` is the parameter of its closures: the columns of a table, or a tuple of the columns of
/// several. `Result` determines the type that rows are decoded into. Without a `select`, that is a
/// whole row of each table.
public struct SelectQuery<Scope: Sendable, Result: SelectResult>: TableQuery {
  public typealias Output = Result.Output

  /// The query as a tree.
  @_documentation(visibility: internal)
  public let node: SelectNode
  /// The columns of the query's tables.
  @_documentation(visibility: internal)
  public let scope: Scope

  @inlinable
  package init(_ node: consuming SelectNode, scope: consuming Scope) {
    self.node = node
    self.scope = scope
  }

  /// The same query with another tree.
  @_documentation(visibility: internal)
  public func with(tree: SelectNode) -> Self { Self(tree, scope: scope) }

  /// Narrows the query to the rows that also meet the condition.
  @inlinable
  public consuming func `where`(
    @ConditionBuilder _ condition: (Scope) -> SQLExpression<Bool>
  ) -> Self {
    let condition = condition(scope).node
    return with { $0.narrow(to: condition) }
  }

  /// Orders the rows, after the terms that the query already has.
  @inlinable
  public consuming func order(@OrderingBuilder _ terms: (Scope) -> [OrderingTerm]) -> Self {
    let terms = terms(scope)
    return with { $0.appendOrdering(terms) }
  }

  /// Combines the rows whose terms have the same values into one row.
  ///
  /// ```swift
  /// Album.group { $0.artistID }.select { ($0.artistID, $0.count()) }
  /// // SELECT "artistID", count(*) FROM "album" GROUP BY "artistID"
  /// ```
  ///
  /// A query that groups by a whole JSON column throws ``ValueEncodingError``: see ``JSON``.
  @inlinable
  public consuming func group(@GroupingBuilder _ terms: (Scope) -> [SQLNode]) -> Self
  where Result: ResultWithoutLists {
    let terms = terms(scope)
    return with { $0.appendGrouping(terms) }
  }

  /// Narrows the query to the groups that also meet the condition.
  @inlinable
  public consuming func having(
    @ConditionBuilder _ condition: (Scope) -> SQLExpression<Bool>
  ) -> Self where Result: ResultWithoutLists {
    let condition = condition(scope).node
    return with { $0.narrowGroups(to: condition) }
  }

  /// Removes duplicates: rows that are the same in all columns.
  ///
  /// A query that selects a whole JSON column throws ``ValueEncodingError``, because equal JSON can
  /// have several texts; see ``JSON``. Whole rows of a table, a view or another query can have such
  /// columns: their stored values are compared. Rows that contain their primary key are never
  /// equal.
  @inlinable
  public consuming func distinct() -> Self where Result: ResultWithoutLists {
    with { $0.makeDistinct() }
  }

  /// Limits the result to `count` rows, after skipping the first `offset`; replaces an earlier
  /// limit.
  ///
  /// Negative numbers count as 0.
  @inlinable
  public consuming func limit(_ count: Int, offset: Int = 0) -> Self {
    with { $0.limit(to: count, offset: offset) }
  }

  // All of these methods are consuming, so that a chain of them passes the query on instead of
  // copying it.

  /// The query with a change to its tree.
  @inlinable
  consuming func with(_ change: (inout SelectNode) -> Void) -> Self {
    let scope = scope
    var node = (consume self).node
    change(&node)
    return Self(consume node, scope: consume scope)
  }
}

/// Builds a `GROUP BY` from the lines of a `group` closure.
@_documentation(visibility: internal)
@resultBuilder
public enum GroupingBuilder {
  @inlinable
  public static func buildExpression(_ expression: some SQLExpressible) -> [SQLNode] {
    [expression.comparedNode]
  }

  public static func buildBlock(_ terms: [SQLNode]...) -> [SQLNode] { terms.flatMap(\.self) }

  public static func buildOptional(_ terms: [SQLNode]?) -> [SQLNode] { terms ?? [] }

  public static func buildEither(first terms: [SQLNode]) -> [SQLNode] { terms }

  public static func buildEither(second terms: [SQLNode]) -> [SQLNode] { terms }
}
