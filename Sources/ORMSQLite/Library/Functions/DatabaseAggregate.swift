import ORMCore

/// An aggregate function of SQL that is written in Swift: it takes the rows of a group one by one,
/// and gives one value for all of them.
///
/// ```swift
/// let product = DatabaseAggregate("product", initial: 1.0) {
///   (product: inout Double, factor: Double) in
///   product *= factor
/// } result: { product in
///   product
/// }
/// try db.add(product)
/// let all = try await db.value(Double.self, sql: "SELECT product(rate) FROM album")
/// ```
///
/// With `inverse`, which takes a row back, it is a window function too: `product(rate) OVER (…)`.
/// See <https://www.sqlite.org/windowfunctions.html#user_defined_aggregate_window_functions>.
public struct DatabaseAggregate<each Argument: ColumnValue, Output: ColumnValue>: Sendable {
  let definition: FunctionDefinition

  /// The name in SQL.
  public var name: String { definition.name }

  /// Describes an aggregate function.
  ///
  /// What one of the closures throws is the ``DatabaseError/underlyingError`` of the statement. The
  /// state of a group is let go of when its statement ends, however it ends.
  ///
  /// - Parameters:
  ///   - name: The name in SQL; upper and lower case of ASCII are the same there.
  ///   - options: What SQLite may assume of it.
  ///   - initial: The state with which each group begins.
  ///   - step: Adds a row to the state.
  ///   - result: The value for the rows that the state has seen. A group without rows has the value
  ///     of the initial state.
  public init<State>(
    _ name: String, _ options: FunctionOptions = [],
    initial: @autoclosure @escaping @Sendable () -> State,
    step: @escaping @Sendable (inout State, repeat each Argument) throws -> Void,
    result: @escaping @Sendable (State) throws -> Output
  ) {
    definition = FunctionDefinition(
      name: name, argumentCount: argumentCount(repeat (each Argument).self), options: options,
      kind: .aggregate {
        var state = initial()
        return AggregateRun(
          add: { arguments in
            var reading = FunctionArguments.Reading(arguments: arguments)
            try step(&state, repeat try reading.next((each Argument).self))
          },
          write: { try Output.write(result(state), to: &$0, at: 1) })
      })
  }

  /// Describes an aggregate function that is a window function too.
  ///
  /// - Parameters:
  ///   - inverse: Takes the oldest row back that `step` added and that is not taken back yet.
  ///   - result: The value for the rows that the state now has; it may be asked for several times.
  public init<State>(
    _ name: String, _ options: FunctionOptions = [],
    initial: @autoclosure @escaping @Sendable () -> State,
    step: @escaping @Sendable (inout State, repeat each Argument) throws -> Void,
    inverse: @escaping @Sendable (inout State, repeat each Argument) throws -> Void,
    result: @escaping @Sendable (State) throws -> Output
  ) {
    definition = FunctionDefinition(
      name: name, argumentCount: argumentCount(repeat (each Argument).self), options: options,
      kind: .window {
        var state = initial()
        return AggregateRun(
          add: { arguments in
            var reading = FunctionArguments.Reading(arguments: arguments)
            try step(&state, repeat try reading.next((each Argument).self))
          },
          remove: { arguments in
            var reading = FunctionArguments.Reading(arguments: arguments)
            try inverse(&state, repeat try reading.next((each Argument).self))
          },
          write: { try Output.write(result(state), to: &$0, at: 1) })
      })
  }

  /// A call of the function, in a query.
  public func callAsFunction<each Value: FunctionArgument>(
    _ argument: repeat each Value
  ) -> AggregateFunction<Output> where repeat (each Value).ArgumentRepresentation == each Argument {
    AggregateFunction(
      FunctionCall(
        of: definition.name.quotedIdentifier, argumentNodes(repeat each argument)))
  }

  /// A call of a function whose arguments may all be NULL, also with arguments that can't be.
  ///
  /// Where only some of its arguments may be NULL, each is called with its own type:
  /// `$0.title.cast(as: String?.self)` is a title that may be NULL.
  @_disfavoredOverload
  public func callAsFunction<each Value: FunctionArgument>(
    _ argument: repeat each Value
  ) -> AggregateFunction<Output>
  where repeat (each Value).ArgumentRepresentation.Nullable == each Argument {
    AggregateFunction(
      FunctionCall(
        of: definition.name.quotedIdentifier, argumentNodes(repeat each argument)))
  }
}
