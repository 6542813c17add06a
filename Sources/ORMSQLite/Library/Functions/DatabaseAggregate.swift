import ORMCore

/// An SQL aggregate function in Swift: it is called with the rows of a group one by one, and
/// returns one value for all of them.
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
/// With `inverse`, which removes a row, it is also a window function: `product(rate) OVER (…)`. See
/// <https://www.sqlite.org/windowfunctions.html#user_defined_aggregate_window_functions>.
public struct DatabaseAggregate<each Argument: ColumnValue, Output: ColumnValue>: Sendable {
  let definition: FunctionDefinition

  /// The name in SQL.
  public var name: String { definition.name }

  /// Creates an aggregate function.
  ///
  /// An error that a closure throws becomes the ``DatabaseError/underlyingError`` of the
  /// statement's error. The state of a group is released when its statement ends, even if the
  /// statement fails.
  ///
  /// - Parameters:
  ///   - name: The function's name in SQL, where the case of ASCII letters is ignored.
  ///   - options: The properties that SQLite may assume. The default is none.
  ///   - initial: The initial state of each group.
  ///   - step: Adds a row to the state.
  ///   - result: Returns the value for the rows in the state. A group without rows has the value of
  ///     the initial state.
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

  /// Creates an aggregate function that is also a window function.
  ///
  /// - Parameters:
  ///   - inverse: Removes the oldest row that `step` added and that has not been removed yet.
  ///   - result: Returns the value for the rows in the state. It may be called several times.
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

  /// Returns a call of the function in a query.
  public func callAsFunction<each Value: FunctionArgument>(
    _ argument: repeat each Value
  ) -> AggregateFunction<Output> where repeat (each Value).ArgumentRepresentation == each Argument {
    AggregateFunction(
      FunctionCall(
        of: definition.name.quotedIdentifier, argumentNodes(repeat each argument)))
  }

  /// Returns a call of a function whose parameters are all optional. Columns that can't be NULL may
  /// be passed, too.
  ///
  /// If only some of the parameters are optional, each argument must have the parameter's exact
  /// type: `$0.title.cast(as: String?.self)` makes the title optional.
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
