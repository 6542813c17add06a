extension ComposableSelect {
  /// Whether the query has a row, as a condition of another query.
  ///
  /// ```swift
  /// Artist.where { artist in Album.where { $0.artistID == artist.id }.exists() }
  /// // … WHERE EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id")
  /// ```
  ///
  /// If both queries read from the same table, one of them needs an alias (``TableOrView/as(_:)``).
  public func exists() -> SQLExpression<Bool> {
    SQLExpression(.exists(node.asked), canBeNull: false)
  }

  /// The value of the query's first row, which has one column, as an expression of another query;
  /// NULL if there is no row.
  ///
  /// ```swift
  /// Album.where { $0.plays == Album.select { $0.plays.max() }.scalar() }
  /// // … WHERE "plays" IS (SELECT max("plays") FROM "album")
  /// ```
  public func scalar<Representation: ColumnRepresentation>()
    -> SQLExpression<Representation.Nullable> where Result == OneValue<Representation>
  {
    SQLExpression(.subquery(node))
  }
}

extension SQLExpressible {
  /// Whether the query has a row with this value.
  ///
  /// ```swift
  /// Album.where { $0.artistID.in(Artist.where { $0.name.like("S%") }.select { $0.id }) }
  /// // … WHERE "artistID" IN (SELECT "id" FROM "artist" WHERE "name" LIKE $1)
  /// ```
  public func `in`<Query: ComposableSelect>(_ query: Query) -> SQLExpression<Bool>
  where Query.Result == OneValue<Representation> {
    SQLExpression(
      .inSelect(comparedNode, query.node), canBeNull: canBeNull || Representation.isNullable)
  }

  /// Whether the query has a row with this value; NULL is never in it.
  public func `in`<Query: ComposableSelect, Wrapped: ColumnRepresentation>(
    _ query: Query
  ) -> SQLExpression<Bool> where Representation == Wrapped?, Query.Result == OneValue<Wrapped> {
    SQLExpression(.inSelect(comparedNode, query.node), canBeNull: canBeNull)
  }

  /// Whether the query has a row with this value.
  public func `in`<Query: ComposableSelect>(_ query: Query) -> SQLExpression<Bool>
  where Query.Result == OneValue<Representation?> {
    SQLExpression(.inSelect(comparedNode, query.node), canBeNull: true)
  }
}
