extension ToManyQuery {
  /// Removes duplicates: rows that are the same in all columns. A relation that leads through two
  /// others contains a row once for each way to it.
  ///
  /// ```swift
  /// extension Artist.Columns {
  ///   var tags: ToMany<Tag> { albums.to { $0.tags }.distinct() }
  /// }
  /// Artist.select { ($0.name, $0.tags.count()) }
  /// // SELECT "name", (SELECT count(*) FROM (SELECT DISTINCT "tag"."id", "tag"."name" FROM … ))
  /// //   FROM "artist"
  /// ```
  ///
  /// Lists and aggregates contain each row once. A relation that continues a distinct one is
  /// distinct as a whole. As in ``SelectQuery/distinct()``, whole rows are compared by their stored
  /// values, and a relation that selects a whole JSON column throws ``ValueEncodingError``.
  public func distinct() -> Self where Result: ResultWithoutLists {
    var distinct = self
    distinct.rows.select.makeDistinct()
    return distinct
  }

  /// The values of a column or an expression as one text, in the relation's order, without NULL;
  /// NULL if there are no values.
  ///
  /// ```swift
  /// Album.select { ($0.title, $0.tags.groupConcat { $0.name }) }
  /// // SELECT "title", (SELECT group_concat("tag"."name") FROM "tagging" JOIN "tag" ON …
  /// //   WHERE "tagging"."albumID" = "album"."id") FROM "album"
  /// Album.select { $0.tags.order { $0.name }.groupConcat(separator: ", ") { $0.name } }
  /// // SELECT (SELECT group_concat("orm:value", $1) FROM (SELECT "tag"."name" AS "orm:value"
  /// //   FROM … ORDER BY "tag"."name")) FROM "album"
  /// ```
  ///
  /// - Parameter separator: The text between two values. The default is a comma.
  public func groupConcat<Value: SQLExpressible>(
    separator: String? = nil, _ value: (Scope) -> Value
  ) -> SQLExpression<String?> {
    let value = inside(value)
    return aggregate(
      separator.map { value.groupConcat(separator: $0) } ?? value.groupConcat(), inOrder: true)
  }
}

extension RelatedRows {
  /// The query with the value of an aggregate over the row's own related rows.
  ///
  /// - Parameter inOrder: Whether the order of the rows matters to the aggregate.
  func aggregated(_ call: FunctionCall, inOrder: Bool) -> SelectNode {
    var rows = own
    if !inOrder && limit == nil { rows.ordering = [] }
    if !rows.core.isDistinct && limit == nil && rows.ordering.isEmpty {
      rows.select([ResultColumn(.call(call))])
      return rows
    }
    // The rows are a subquery, because an aggregate applies before DISTINCT, ORDER BY and LIMIT.
    // SQLite keeps the order of a subquery for `group_concat`, even in versions in which an
    // aggregate can't order its arguments.
    var call = call
    var results = rows.core.isDistinct ? rows.core.results : []
    if let operand = call.arguments.first {
      results.append(ResultColumn(operand, as: Self.valueName))
      call.arguments[0] = .column(qualifier: "", name: Self.valueName)
    }
    rows.select(results.isEmpty ? [ResultColumn(.literal("1"))] : results)
    rows.limit = limit
    return SelectNode(SelectCore([ResultColumn(.call(call))], from: [.anonymous(rows)]))
  }

  /// The query for the row's own related rows that meet a condition, for `EXISTS`.
  func meeting(_ condition: SQLNode) -> SelectNode {
    var rows = own
    let one = ResultColumn(.raw("1"))
    if limit == nil || condition.isAlways {
      rows.narrow(to: condition)
      rows.ordering = []
      rows.core.isDistinct = false
      rows.select([one])
      rows.limit = limit
      return rows
    }
    // The rows are a subquery, because the condition applies after LIMIT.
    let value = ResultColumn(condition, as: Self.valueName)
    rows.select((rows.core.isDistinct ? rows.core.results : []) + [value])
    rows.limit = limit
    var outer = SelectCore([one], from: [.anonymous(rows)])
    outer.condition = .column(qualifier: "", name: Self.valueName)
    return SelectNode(outer)
  }

  /// The related rows of the outer query's row.
  var own: SelectNode {
    var own = select
    // The condition of the reference comes first, which shows that an index on it fits.
    own.core.condition = .and(link, own.core.condition)
    return own
  }

  /// The name of an aggregate's operand in a subquery, which no column has.
  private static let valueName = "orm:value"
}
