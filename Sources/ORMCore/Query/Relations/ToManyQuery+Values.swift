extension ToManyQuery {
  /// Whether there is a related row that meets the condition. Without a condition, whether there is
  /// any related row. If the relation has a limit, only the limited rows are tested.
  ///
  /// ```swift
  /// Artist.where { $0.albums.exists { $0.year > 2000 } }
  /// // … WHERE EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id" AND "year" > $1)
  /// Artist.where { $0.albums.order { $0.year.desc() }.limit(3).exists { $0.plays > 100 } }
  /// // … WHERE EXISTS (SELECT 1 FROM (SELECT "album"."plays" > $1 AS "orm:value" FROM "album"
  /// //   WHERE … ORDER BY "album"."year" DESC LIMIT $2) WHERE "orm:value")
  /// ```
  public func exists(
    @ConditionBuilder _ condition: (Scope) -> SQLExpression<Bool> = { _ in
      SQLExpression(.always, canBeNull: false)
    }
  ) -> SQLExpression<Bool> {
    SQLExpression(.exists(rows.meeting(inside(condition).node)), canBeNull: false)
  }

  /// Whether there is no related row: `NOT EXISTS`.
  public var isEmpty: SQLExpression<Bool> { !exists() }

  /// The number of related rows; 0 if there are none.
  ///
  /// ```swift
  /// Artist.order { $0.albums.count().desc() }
  /// // … ORDER BY (SELECT count(*) FROM "album" WHERE "artistID" = "artist"."id") DESC
  /// ```
  public func count() -> SQLExpression<Int> {
    aggregate(AggregateFunction(FunctionCall(name: "count", arguments: [])))
  }

  /// The sum of a column or an expression over the related rows; NULL if there are no values.
  ///
  /// ```swift
  /// Album.select { ($0.title, $0.tracks.sum { $0.seconds }) }
  /// // SELECT "title", (SELECT sum("seconds") FROM "track" WHERE "albumID" = "album"."id") FROM …
  /// ```
  public func sum<Value: SQLExpressible>(
    _ value: (Scope) -> Value
  ) -> SQLExpression<Value.Representation.SumResult.Nullable>
  where Value.Representation: AdditiveRepresentation {
    aggregate(inside(value).sum())
  }

  /// The sum as a floating-point number; 0 if there are no values.
  public func total<Value: SQLExpressible>(_ value: (Scope) -> Value) -> SQLExpression<Double>
  where Value.Representation: NumericRepresentation {
    aggregate(inside(value).total())
  }

  /// The average of a column or an expression over the related rows; NULL if there are no values.
  public func average<Value: SQLExpressible>(
    _ value: (Scope) -> Value
  ) -> SQLExpression<Value.Representation.AverageResult.Nullable>
  where Value.Representation: AdditiveRepresentation {
    aggregate(inside(value).average())
  }

  /// The least value of a column or an expression over the related rows; NULL if there is none.
  public func min<Value: SQLExpressible>(
    _ value: (Scope) -> Value
  ) -> SQLExpression<Value.Representation.Nullable> {
    aggregate(inside(value).min())
  }

  /// The greatest value of a column or an expression over the related rows; NULL if there is none.
  public func max<Value: SQLExpressible>(
    _ value: (Scope) -> Value
  ) -> SQLExpression<Value.Representation.Nullable> {
    aggregate(inside(value).max())
  }

  /// - Parameter inOrder: Whether the order of the rows matters to the function.
  func aggregate<Representation>(
    _ function: AggregateFunction<Representation>, inOrder: Bool = false
  ) -> SQLExpression<Representation> {
    SQLExpression(
      .subquery(rows.aggregated(function.call, inOrder: inOrder)), canBeNull: function.canBeNull)
  }
}

extension ToManyQuery {
  /// Whether a row with this row's key is among the related rows; false if this row has no key yet.
  /// If the relation has a limit, only the limited rows are tested.
  ///
  /// ```swift
  /// Playlist.where { $0.tracks.contains(track) }
  /// // … WHERE EXISTS (SELECT 1 FROM "entry" JOIN "track" ON … WHERE … AND "track"."id" = $1)
  /// ```
  public func contains<Row: KeyedTable>(_ row: Row) -> SQLExpression<Bool>
  where Result == WholeRow<Row>, Scope == Row.Columns {
    guard let key = row.primaryKey else { return SQLExpression(.never, canBeNull: false) }
    let place = Row.Columns.source(of: scope).place
    var values = ValueCollector()
    do {
      try Row.bind(key: key, to: &values, at: 1)
    } catch {
      let encoding = error as? ValueEncodingError
      return SQLExpression(
        .unencodable(
          encoding
            ?? ValueEncodingError(
              table: Row.tableName, type: "\(Row.Key.self)",
              reason: .invalid(description: String(describing: error)))), canBeNull: false)
    }
    let isRow = zip(Row.primaryKeyColumns, values.values).reduce(SQLNode.always) {
      .and($0, .binary(place.column($1.0), .equal, .value($1.1)))
    }
    return exists { _ in SQLExpression(isRow, canBeNull: false) }
  }
}
