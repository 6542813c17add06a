extension SQLExpressible {
  /// The value, or another value if it is NULL.
  ///
  /// ```swift
  /// Album.select { $0.year.coalesce(1900) }           // SELECT coalesce("year", $1) FROM "album"
  /// ```
  ///
  /// The operator `??` is the same: `$0.year ?? 1900`. SQL's `ifnull` is `coalesce` of two values.
  /// For more than two values, chain calls.
  ///
  /// In SQL, the result of a function has no collation, even if the column has one. The result of a
  /// column with `collate: .noCase` is compared and ordered by its bytes, unless you write
  /// `($0.note ?? "").collate(.noCase)`. See <https://www.sqlite.org/datatype3.html#collation>.
  public func coalesce<Wrapped: ColumnRepresentation>(
    _ value: Wrapped.Value
  ) -> SQLExpression<Wrapped> where Representation == Wrapped? {
    coalesce(SQLExpression.value(value, as: Wrapped.self))
  }

  /// The value, or another column's value if it is NULL.
  public func coalesce<Wrapped: ColumnRepresentation>(
    _ other: some SQLExpressible<Wrapped>
  ) -> SQLExpression<Wrapped> where Representation == Wrapped? {
    SQLExpression(.coalesce(node, other.node), canBeNull: other.canBeNull)
  }

  /// The value, or another column's value if it is NULL. The result may be NULL as well.
  public func coalesce<Wrapped: ColumnRepresentation>(
    _ other: some SQLExpressible<Wrapped?>
  ) -> SQLExpression<Wrapped?> where Representation == Wrapped? {
    SQLExpression(.coalesce(node, other.node))
  }

  /// The value, or NULL if it equals the given value.
  ///
  /// ```swift
  /// Album.select { $0.title.nullif("") }              // SELECT nullif("title", $1) FROM "album"
  /// ```
  public func nullif(_ value: Representation.Value) -> SQLExpression<Representation.Nullable> {
    call("nullif", SQLExpression.value(value, as: Representation.self))
  }

  /// The value, or NULL if it equals the other column's value.
  public func nullif(
    _ other: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation.Nullable> {
    call("nullif", other)
  }

  /// The greater of the two values; NULL if one of them is NULL.
  ///
  /// ```swift
  /// Album.select { $0.plays.max(10) }                 // SELECT max("plays", $1) FROM "album"
  /// ```
  ///
  /// For the greatest value of many rows, see ``max(where:)``.
  public func max(_ value: Representation.Value) -> SQLExpression<Representation> {
    extreme("max", [SQLExpression.value(value, as: Representation.self)])
  }

  /// The greatest of the columns; NULL if one of them is NULL.
  public func max(
    _ other: some SQLExpressible<Representation>, _ more: any SQLExpressible<Representation>...
  ) -> SQLExpression<Representation> {
    extreme("max", [other] + more)
  }

  /// The lesser of the two values; NULL if one of them is NULL.
  ///
  /// ```swift
  /// Album.select { $0.plays.min(10) }                 // SELECT min("plays", $1) FROM "album"
  /// ```
  ///
  /// For the least value of many rows, see ``min(where:)``.
  public func min(_ value: Representation.Value) -> SQLExpression<Representation> {
    extreme("min", [SQLExpression.value(value, as: Representation.self)])
  }

  /// The least of the columns; NULL if one of them is NULL.
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

  /// The value, converted to another storage class.
  ///
  /// ```swift
  /// Album.select { $0.year.cast(as: String.self) }    // SELECT CAST("year" AS TEXT) FROM "album"
  /// ```
  ///
  /// A text that is not a number is converted to 0, and a conversion to an integer drops the
  /// fraction; see <https://www.sqlite.org/lang_expr.html#cast_expressions>.
  @_disfavoredOverload
  public func cast<Other: ColumnRepresentation>(
    as representation: Other.Type
  ) -> SQLExpression<Other> {
    SQLExpression(.cast(node, Other.columnType), canBeNull: canBeNull || Other.isNullable)
  }

  /// The value, converted to another storage class; NULL stays NULL.
  public func cast<Other: ColumnRepresentation, Wrapped: ColumnRepresentation>(
    as representation: Other.Type
  ) -> SQLExpression<Other?> where Representation == Wrapped? {
    SQLExpression(.cast(node, Other.columnType))
  }

  /// The value as an SQL literal; NULL is the text `NULL`: `quote("title")`.
  public func quote() -> SQLExpression<String> { SQLExpression(.function("quote", [node])) }

  /// The name of the storage class: `integer`, `real`, `text`, `blob` or `null`: `typeof("year")`.
  public func typeof() -> SQLExpression<String> { SQLExpression(.function("typeof", [node])) }
}

extension SQLExpressible<Bool> {
  /// The condition, with a hint to the query planner that most rows meet it:
  /// `likely("isFavorite")`.
  ///
  /// See <https://www.sqlite.org/lang_corefunc.html#likely>.
  public func likely() -> SQLExpression<Bool> { call("likely") }

  /// The condition, with a hint to the query planner that few rows meet it:
  /// `unlikely("isFavorite")`.
  public func unlikely() -> SQLExpression<Bool> { call("unlikely") }

  /// The condition, with a hint to the query planner that this share of the rows meets it:
  /// `likelihood("isFavorite", 0.25)`.
  ///
  /// - Parameter share: The share, from 0 to 1. With any other number, the query throws
  ///   ``DatabaseError``.
  public func likelihood(_ share: Double) -> SQLExpression<Bool> {
    SQLExpression(
      .function("likelihood", [node, .literal(SQLValue.real(share).literal)]), canBeNull: canBeNull)
  }
}
