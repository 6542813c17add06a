/// A function that computes one value from many rows: from all rows, from each group's rows, or
/// from the rows in each row's window.
///
/// ```swift
/// Album.select { $0.plays.sum() }                        // SELECT sum("plays") FROM "album"
/// Album.select { $0.plays.sum().over(order: $0.year) }
/// // SELECT sum("plays") OVER (ORDER BY "year") FROM "album"
/// ```
///
/// See <https://www.sqlite.org/lang_aggfunc.html>.
public struct AggregateFunction<Representation: ColumnRepresentation>: SQLExpressible, WindowCall {
  @_documentation(visibility: internal)
  public let call: FunctionCall

  package init(_ call: FunctionCall) { self.call = call }

  @_documentation(visibility: internal)
  public var node: SQLNode { .call(call) }
}

extension TableColumns {
  /// The number of rows: `count(*)`.
  ///
  /// - Parameter condition: The rows to count: `count(*) FILTER (WHERE …)`. By default, all rows.
  public func count(where condition: SQLExpression<Bool>? = nil) -> AggregateFunction<Int> {
    AggregateFunction(
      FunctionCall(name: "count", arguments: [], filter: condition?.node ?? .always))
  }
}

extension SQLExpressible {
  /// The number of rows in which this expression is not NULL.
  ///
  /// ```swift
  /// Album.select { $0.artistID.count(distinct: true) }  // SELECT count(DISTINCT "artistID") …
  /// ```
  public func count(
    distinct: Bool = false, where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<Int> {
    aggregate("count", distinct, condition)
  }

  /// The least value; NULL if there is none.
  public func min(
    where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<Representation.Nullable> {
    aggregate("min", false, condition, of: orderedNode)
  }

  /// The greatest value; NULL if there is none.
  public func max(
    where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<Representation.Nullable> {
    aggregate("max", false, condition, of: orderedNode)
  }

  /// - Parameter operand: The argument, if it is not the expression itself.
  func aggregate<Result: ColumnRepresentation>(
    _ name: String, _ isDistinct: Bool, _ condition: SQLExpression<Bool>?,
    of operand: SQLNode? = nil
  ) -> AggregateFunction<Result> {
    AggregateFunction(
      FunctionCall(
        name: name, arguments: [operand ?? (isDistinct ? comparedNode : node)],
        isDistinct: isDistinct,
        filter: condition?.node ?? .always))
  }
}

extension SQLExpressible where Representation: AdditiveRepresentation {
  /// The sum; NULL if there are no values. If a sum of integers overflows 64 bits, the query
  /// throws.
  ///
  /// The sum of an `Int8`, `Int16` or `Int32` column is an `Int`, and the sum of a `Float` column
  /// is a `Double`. A sum of `Decimal`s is exact, or the query throws.
  public func sum(
    distinct: Bool = false, where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<Representation.SumResult.Nullable> {
    aggregate(Representation.isNumberAsText ? DecimalName.sum : "sum", distinct, condition)
  }

  /// The average; NULL if there are no values. The average of `Decimal`s and of ``MinorUnits`` is a
  /// `Decimal` of up to 38 digits, and the average of other numbers is a `Double`.
  public func average(
    distinct: Bool = false, where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<Representation.AverageResult.Nullable> {
    aggregate(
      Representation.hasDecimalAverage ? DecimalName.average : "avg", distinct, condition)
  }
}

extension SQLExpressible where Representation: NumericRepresentation {
  /// The sum as a floating-point number; 0 if there are no values.
  public func total(
    distinct: Bool = false, where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<Double> {
    aggregate("total", distinct, condition)
  }
}

extension SQLExpressible {
  /// The values that are not NULL as one text, separated by commas; NULL if there are no such
  /// values.
  ///
  /// ```swift
  /// Album.select { $0.title.groupConcat(distinct: true) }
  /// // SELECT group_concat(DISTINCT "title") FROM "album"
  /// ```
  ///
  /// The order of the values is undefined unless `order` is given. An order requires SQLite 3.44;
  /// with an earlier version, the query throws ``DatabaseError``.
  ///
  /// SQLite joins the stored values. If their text is not the text of the values, as for `Date`,
  /// `UUID`, bytes and ``MinorUnits``, the query throws ``ValueEncodingError``. Convert the
  /// values to text first, as in `$0.added.strftime("%Y-%m").groupConcat()`; `cast(as:
  /// String.self)` is the stored form. A `Bool` is 1 or 0.
  public func groupConcat(
    distinct: Bool = false, order: any OrderingExpression...,
    where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<String?> {
    let operand = distinct && Representation.isComparedInParts ? comparedNode : textNode
    var call = FunctionCall(name: "group_concat", arguments: [operand], isDistinct: distinct)
    call.ordering = order.map(\.orderingTerm)
    call.filter = condition?.node ?? .always
    return AggregateFunction(call)
  }

  /// The values that are not NULL as one text, separated by `separator`; NULL if there are no such
  /// values.
  ///
  /// ```swift
  /// Album.select { $0.title.groupConcat(separator: "; ") }
  /// // SELECT group_concat("title", $1) FROM "album"
  /// ```
  ///
  /// SQLite has no `DISTINCT` form with a separator. Values whose stored form is not their text
  /// throw ``ValueEncodingError``, as without a separator.
  public func groupConcat(
    separator: String, order: any OrderingExpression...,
    where condition: SQLExpression<Bool>? = nil
  ) -> AggregateFunction<String?> {
    var call = FunctionCall(
      name: "group_concat", arguments: [textNode, .value(.text(separator))])
    call.ordering = order.map(\.orderingTerm)
    call.filter = condition?.node ?? .always
    return AggregateFunction(call)
  }

  /// The node for a function that converts stored values to text. If their text is not the text of
  /// the Swift values, the query throws.
  private var textNode: SQLNode {
    if Representation.isStoredAsItsText { return node }
    let error = ValueEncodingError.invalid(
      Representation.Value.self,
      "groupConcat would join the stored form, which is not the text of the value; convert the "
        + "value to text: strftime(_:) for a date, hex() for bytes, or cast(as: String.self)")
    return SQLNode(unencodable: error, as: Representation.self, beside: node)
  }
}

extension ColumnRepresentation {
  /// Whether SQLite's text of a stored value is the text of the value.
  fileprivate static var isStoredAsItsText: Bool {
    switch columnType {
    case .text, .day, .decimal, .json, .any, .named: true
    case .blob, .uuid, .instant: false
    // The values are numbers, unless a conversion stores other values as numbers.
    case .bool, .int16, .int32, .integer, .float, .real: storedType is any ColumnValue.Type
    }
  }
}
