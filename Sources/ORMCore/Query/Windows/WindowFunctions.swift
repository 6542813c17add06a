/// A function that can be called over a window: an aggregate or a window function.
public protocol WindowCall<Representation>: Sendable {
  /// The representation of the function's values.
  associatedtype Representation: ColumnRepresentation

  /// The call, without a window.
  @_documentation(visibility: internal)
  var call: FunctionCall { get }
}

extension WindowCall {
  /// Calls the function over the window of each row.
  ///
  /// ```swift
  /// Album.select { $0.plays.sum().over(partition: $0.artistID, order: $0.year.desc()) }
  /// // SELECT sum("plays") OVER (PARTITION BY "artistID" ORDER BY "year" DESC) FROM "album"
  /// ```
  ///
  /// A window function can be used in a query's selection and order; see
  /// <https://www.sqlite.org/windowfunctions.html>.
  ///
  /// - Parameters:
  ///   - partition: The expressions whose values the rows of a window share. By default, all rows
  ///     are in one window.
  ///   - order: The order of the rows in the window.
  ///   - frame: The rows around each row that are included; see ``WindowFrame``.
  public func over(
    partition: any SQLExpressible..., order: any OrderingExpression..., frame: WindowFrame? = nil
  ) -> SQLExpression<Representation> {
    over(WindowDefinition(nil, partition, order, frame))
  }

  /// Calls the function over a window that is defined elsewhere.
  public func over(_ window: WindowDefinition) -> SQLExpression<Representation> {
    over(.definition(window))
  }

  /// Calls the function over a named window of the query: `sum("plays") OVER "years"`; see
  /// ``TableQuery/window(_:_:)``.
  public func over(_ window: String) -> SQLExpression<Representation> { over(.named(window)) }

  private func over(_ window: WindowReference) -> SQLExpression<Representation> {
    var call = call
    call.window = window
    return SQLExpression(.call(call))
  }
}

/// A function that requires a window: ``WindowCall/over(partition:order:frame:)`` makes it an
/// expression.
public struct WindowFunction<Representation: ColumnRepresentation>: WindowCall {
  @_documentation(visibility: internal)
  public let call: FunctionCall

  init(_ name: String, _ arguments: SQLNode...) {
    call = FunctionCall(name: name, arguments: arguments)
  }
}

// See <https://www.sqlite.org/windowfunctions.html#built_in_window_functions>.

extension SQLFunction {
  /// The number of the row in its window, from 1.
  ///
  /// ```swift
  /// Album.select { ($0.title, SQLFunction.rowNumber().over(order: $0.year)) }
  /// // SELECT "title", row_number() OVER (ORDER BY "year") FROM "album"
  /// ```
  public static func rowNumber() -> WindowFunction<Int> { WindowFunction("row_number") }

  /// The rank of the row, from 1; rows that are equal in the order have the same rank, and a gap
  /// follows them: `rank()`.
  public static func rank() -> WindowFunction<Int> { WindowFunction("rank") }

  /// The rank of the row, from 1, without gaps: `dense_rank()`.
  public static func denseRank() -> WindowFunction<Int> { WindowFunction("dense_rank") }

  /// The rank relative to the other rows, from 0 to 1: `percent_rank()`.
  public static func percentRank() -> WindowFunction<Double> { WindowFunction("percent_rank") }

  /// The share of the rows that come before this row or equal it in the order, at most 1:
  /// `cume_dist()`.
  public static func cumeDist() -> WindowFunction<Double> { WindowFunction("cume_dist") }

  /// The number, from 1, of the part that contains the row, if the rows are divided into `count`
  /// parts of nearly equal size: `ntile($1)`.
  ///
  /// If `count` is less than 1, the query throws.
  public static func ntile(_ count: Int) -> WindowFunction<Int> {
    WindowFunction("ntile", .value(.integer(Int64(count))))
  }
}

extension SQLExpressible {
  /// The value in an earlier row of the window; NULL if there is no such row.
  ///
  /// ```swift
  /// Album.select { $0.plays.lag().over(order: $0.year) }
  /// // SELECT lag("plays", $1) OVER (ORDER BY "year") FROM "album"
  /// ```
  public func lag(_ offset: Int = 1) -> WindowFunction<Representation.Nullable> {
    moved("lag", offset)
  }

  /// The value in an earlier row of the window, or a default value if there is no such row:
  /// `lag("plays", $1, $2)`.
  public func lag(
    _ offset: Int = 1, default value: Representation.Value
  ) -> WindowFunction<Representation> {
    moved("lag", offset, value)
  }

  /// The value in a later row of the window; NULL if there is no such row: `lead("plays", $1)`.
  public func lead(_ offset: Int = 1) -> WindowFunction<Representation.Nullable> {
    moved("lead", offset)
  }

  /// The value in a later row of the window, or a default value if there is no such row:
  /// `lead("plays", $1, $2)`.
  public func lead(
    _ offset: Int = 1, default value: Representation.Value
  ) -> WindowFunction<Representation> {
    moved("lead", offset, value)
  }

  private func moved<Result: ColumnRepresentation>(
    _ name: String, _ offset: Int
  ) -> WindowFunction<Result> {
    WindowFunction(name, node, .value(.integer(Int64(offset))))
  }

  private func moved(
    _ name: String, _ offset: Int, _ value: Representation.Value
  ) -> WindowFunction<Representation> {
    WindowFunction(
      name, node, .value(.integer(Int64(offset))),
      SQLNode(value, as: Representation.self, beside: node))
  }

  /// The value in the first row of the frame; NULL if the frame has no row: `first_value("plays")`.
  public func firstValue() -> WindowFunction<Representation.Nullable> {
    WindowFunction("first_value", node)
  }

  /// The value in the last row of the frame; NULL if the frame has no row: `last_value("plays")`.
  ///
  /// By default, the frame ends with the current row and the rows that equal it in the order; see
  /// ``WindowFrame``.
  public func lastValue() -> WindowFunction<Representation.Nullable> {
    WindowFunction("last_value", node)
  }

  /// The value in the row of the frame with this number, from 1; NULL if there is no such row:
  /// `nth_value("plays", $1)`.
  public func nthValue(_ number: Int) -> WindowFunction<Representation.Nullable> {
    WindowFunction("nth_value", node, .value(.integer(Int64(number))))
  }
}
