import ORMCore

/// An SQL function in Swift.
///
/// ```swift
/// let slug = DatabaseFunction("slug", .deterministic) { (text: String) in
///   text.lowercased().replacing(" ", with: "-")
/// }
/// try db.add(slug)
///
/// let albums = try await db.fetch(Album.where { slug($0.title) == "love-deluxe" })
/// // SELECT … FROM "album" WHERE "slug"("title") = $1
/// let slugs = try await db.fetch(String.self, sql: "SELECT slug(title) FROM album")
/// ```
///
/// Arguments are decoded as strictly as columns: a value of another type is an error, and so is
/// NULL if the argument is not optional. An error that the body throws becomes the
/// ``DatabaseError/underlyingError`` of the statement's error. In a query, the compiler checks the
/// arguments; see ``FunctionArgument`` for the types.
///
/// The body is called on the thread that runs the statement, and must not use the database.
public struct DatabaseFunction<each Argument: ColumnValue, Output: ColumnValue>: Sendable {
  let definition: FunctionDefinition

  /// The name in SQL.
  public var name: String { definition.name }

  /// Creates a function with a fixed number of arguments.
  ///
  /// - Parameters:
  ///   - name: The function's name in SQL, where the case of ASCII letters is ignored. The function
  ///     overrides a built-in function of the same name and number of arguments.
  ///   - options: The properties that SQLite may assume. The default is none.
  public init(
    _ name: String, _ options: FunctionOptions = [],
    _ body: @escaping @Sendable (repeat each Argument) throws -> Output
  ) {
    definition = FunctionDefinition(
      name: name, argumentCount: argumentCount(repeat (each Argument).self), options: options,
      kind: .scalar { arguments, result in
        var reading = FunctionArguments.Reading(arguments: arguments)
        let output = try body(repeat try reading.next((each Argument).self))
        try Output.write(output, to: &result, at: 1)
      })
  }

  /// Returns a call of the function in a query.
  public func callAsFunction<each Value: FunctionArgument>(
    _ argument: repeat each Value
  ) -> SQLExpression<Output> where repeat (each Value).ArgumentRepresentation == each Argument {
    call(definition.name, repeat each argument)
  }

  /// Returns a call of a function whose parameters are all optional. Columns that can't be NULL may
  /// be passed, too.
  ///
  /// If only some of the parameters are optional, each argument must have the parameter's exact
  /// type: `$0.title.cast(as: String?.self)` makes the title optional.
  @_disfavoredOverload
  public func callAsFunction<each Value: FunctionArgument>(
    _ argument: repeat each Value
  ) -> SQLExpression<Output>
  where repeat (each Value).ArgumentRepresentation.Nullable == each Argument {
    call(definition.name, repeat each argument)
  }
}

/// An SQL function in Swift with any number of arguments of any type.
///
/// ```swift
/// let firstText = VariadicFunction("first_text") { values -> String? in
///   for case .text(let text) in values { return text }
///   return nil
/// }
/// ```
public struct VariadicFunction<Output: ColumnValue>: Sendable {
  let definition: FunctionDefinition

  /// The name in SQL.
  public var name: String { definition.name }

  /// Creates a function with any number of arguments; see ``DatabaseFunction/init(_:_:_:)``.
  public init(
    _ name: String, _ options: FunctionOptions = [],
    _ body: @escaping @Sendable ([SQLValue]) throws -> Output
  ) {
    definition = FunctionDefinition(
      name: name, argumentCount: -1, options: options,
      kind: .scalar { arguments, result in
        try Output.write(body(arguments.all), to: &result, at: 1)
      })
  }

  /// Returns a call of the function in a query.
  public func callAsFunction(_ arguments: any FunctionArgument...) -> SQLExpression<Output> {
    SQLExpression(.function(definition.name.quotedIdentifier, arguments.map(\.argumentNode)))
  }
}

/// Returns the number of arguments.
func argumentCount<each Argument>(_ type: repeat (each Argument).Type) -> Int32 {
  var count: Int32 = 0
  for _ in repeat each type { count += 1 }
  return count
}

/// Returns a call of a function in a query.
func call<each Value: FunctionArgument, Output>(
  _ name: String, _ argument: repeat each Value
) -> SQLExpression<Output> {
  SQLExpression(.function(name.quotedIdentifier, argumentNodes(repeat each argument)))
}

/// Returns the arguments of a call in a query.
func argumentNodes<each Value: FunctionArgument>(_ argument: repeat each Value) -> [SQLNode] {
  var nodes: [SQLNode] = []
  for argument in repeat each argument { nodes.append(argument.argumentNode) }
  return nodes
}
