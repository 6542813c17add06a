extension SQLExpressible {
  /// The value, or another one if it is NULL.
  ///
  /// ```swift
  /// Album.select { $0.year.coalesce(1900) }           // SELECT coalesce("year", $1) FROM "album"
  /// ```
  ///
  /// This is what `??` is to Swift's optionals, and `ifnull` another name of. For the first of more
  /// than two, chain it. (An overload of `??` would be tried in every file that imports this
  /// module.)
  public func coalesce<Wrapped: ColumnRepresentation>(
    _ value: Wrapped.Value
  ) -> SQLExpression<Wrapped> where Representation == Wrapped? {
    coalesce(SQLExpression.value(value, as: Wrapped.self))
  }

  /// The value, or that of another column if it is NULL.
  public func coalesce<Wrapped: ColumnRepresentation>(
    _ other: some SQLExpressible<Wrapped>
  ) -> SQLExpression<Wrapped> where Representation == Wrapped? {
    SQLExpression(.function("coalesce", [node, other.node]), canBeNull: other.canBeNull)
  }

  /// The value, or that of another column if it is NULL, which may be NULL as well.
  public func coalesce<Wrapped: ColumnRepresentation>(
    _ other: some SQLExpressible<Wrapped?>
  ) -> SQLExpression<Wrapped?> where Representation == Wrapped? {
    SQLExpression(.function("coalesce", [node, other.node]))
  }

  /// The value, or NULL if it equals this one.
  ///
  /// ```swift
  /// Album.select { $0.title.nullif("") }              // SELECT nullif("title", $1) FROM "album"
  /// ```
  public func nullif(_ value: Representation.Value) -> SQLExpression<Representation.Nullable> {
    call("nullif", SQLExpression.value(value, as: Representation.self))
  }

  /// The value, or NULL where the other column has it.
  public func nullif(
    _ other: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation.Nullable> {
    call("nullif", other)
  }

  /// The greater of the two; NULL if one of them is.
  ///
  /// ```swift
  /// Album.select { $0.plays.max(10) }                 // SELECT max("plays", $1) FROM "album"
  /// ```
  ///
  /// Without an argument, ``max(where:)`` is the greatest of many rows.
  public func max(_ value: Representation.Value) -> SQLExpression<Representation> {
    extreme("max", [SQLExpression.value(value, as: Representation.self)])
  }

  /// The greatest of the columns; NULL if one of them is.
  public func max(
    _ other: some SQLExpressible<Representation>, _ more: any SQLExpressible<Representation>...
  ) -> SQLExpression<Representation> {
    extreme("max", [other] + more)
  }

  /// The lesser of the two; NULL if one of them is.
  ///
  /// ```swift
  /// Album.select { $0.plays.min(10) }                 // SELECT min("plays", $1) FROM "album"
  /// ```
  ///
  /// Without an argument, ``min(where:)`` is the least of many rows.
  public func min(_ value: Representation.Value) -> SQLExpression<Representation> {
    extreme("min", [SQLExpression.value(value, as: Representation.self)])
  }

  /// The least of the columns; NULL if one of them is.
  public func min(
    _ other: some SQLExpressible<Representation>, _ more: any SQLExpressible<Representation>...
  ) -> SQLExpression<Representation> {
    extreme("min", [other] + more)
  }

  private func extreme(
    _ name: String, _ others: [any SQLExpressible<Representation>]
  ) -> SQLExpression<Representation> {
    SQLExpression(
      .function(name, [orderedNode] + others.map { $0.node.ordered(as: Representation.self) }),
      canBeNull: canBeNull || others.contains(where: \.canBeNull))
  }

  /// The value in another storage class.
  ///
  /// ```swift
  /// Album.select { $0.year.cast(as: String.self) }    // SELECT CAST("year" AS TEXT) FROM "album"
  /// ```
  ///
  /// A text that is no number is 0 as one, and digits behind the point are cut; see
  /// <https://www.sqlite.org/lang_expr.html#cast_expressions>.
  @_disfavoredOverload
  public func cast<Other: ColumnRepresentation>(
    as representation: Other.Type
  ) -> SQLExpression<Other> {
    SQLExpression(.cast(node, Other.columnType), canBeNull: canBeNull || Other.isNullable)
  }

  /// The value in another storage class; NULL stays NULL.
  public func cast<Other: ColumnRepresentation, Wrapped: ColumnRepresentation>(
    as representation: Other.Type
  ) -> SQLExpression<Other?> where Representation == Wrapped? {
    SQLExpression(.cast(node, Other.columnType))
  }

  /// The value as an SQL literal, `NULL` if it is: `quote("title")`.
  public func quote() -> SQLExpression<String> { SQLExpression(.function("quote", [node])) }

  /// The name of the storage class: `integer`, `real`, `text`, `blob` or `null`: `typeof("year")`.
  public func typeof() -> SQLExpression<String> { SQLExpression(.function("typeof", [node])) }
}

extension SQLExpressible<Bool> {
  /// The condition, which the query planner is to take for one that most rows meet:
  /// `likely("isFavorite")`.
  ///
  /// See <https://www.sqlite.org/lang_corefunc.html#likely>.
  public func likely() -> SQLExpression<Bool> { call("likely") }

  /// The condition, which the query planner is to take for one that few rows meet:
  /// `unlikely("isFavorite")`.
  public func unlikely() -> SQLExpression<Bool> { call("unlikely") }

  /// The condition, which the query planner is to take for one that this share of the rows meets:
  /// `likelihood("isFavorite", 0.25)`.
  ///
  /// - Parameter share: From 0 to 1; with another, a query throws ``DatabaseError``.
  public func likelihood(_ share: Double) -> SQLExpression<Bool> {
    SQLExpression(
      .function("likelihood", [node, .literal(SQLValue.real(share).literal)]), canBeNull: canBeNull)
  }
}
