import ORMCore

/// A function of SQL that is written in Swift.
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
/// Arguments are read as strictly as columns: one of another type than expected is an error, and so
/// is NULL where the argument is not optional. What the body throws is the
/// ``DatabaseError/underlyingError`` of the statement that called it. In a query, arguments are
/// checked by the compiler; see ``FunctionArgument`` for what they can be.
///
/// The body is called on whatever thread runs the statement, and must not use the database.
public struct DatabaseFunction<each Argument: ColumnValue, Output: ColumnValue>: Sendable {
  let definition: FunctionDefinition

  /// The name in SQL.
  public var name: String { definition.name }

  /// Describes a function of a fixed number of arguments.
  ///
  /// - Parameters:
  ///   - name: The name in SQL; upper and lower case of ASCII are the same there. A function of
  ///     SQLite's own with this name and number of arguments is replaced.
  ///   - options: What SQLite may assume of it.
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

  /// A call of the function, in a query.
  public func callAsFunction<each Value: FunctionArgument>(
    _ argument: repeat each Value
  ) -> SQLExpression<Output> where repeat (each Value).ArgumentRepresentation == each Argument {
    call(definition.name, repeat each argument)
  }

  /// A call of a function whose arguments may all be NULL, also with arguments that can't be.
  ///
  /// Where only some of its arguments may be NULL, each is called with its own type:
  /// `$0.title.cast(as: String?.self)` is a title that may be NULL.
  @_disfavoredOverload
  public func callAsFunction<each Value: FunctionArgument>(
    _ argument: repeat each Value
  ) -> SQLExpression<Output>
  where repeat (each Value).ArgumentRepresentation.Nullable == each Argument {
    call(definition.name, repeat each argument)
  }
}

/// A function of SQL that is written in Swift and takes any number of arguments of any type.
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

  /// Describes a function of any number of arguments; see ``DatabaseFunction/init(_:_:_:)``.
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

  /// A call of the function, in a query.
  public func callAsFunction(_ arguments: any FunctionArgument...) -> SQLExpression<Output> {
    SQLExpression(.function(definition.name.quotedIdentifier, arguments.map(\.argumentNode)))
  }
}

/// How many arguments there are.
func argumentCount<each Argument>(_ type: repeat (each Argument).Type) -> Int32 {
  var count: Int32 = 0
  for _ in repeat each type { count += 1 }
  return count
}

/// The call of a function in a query.
func call<each Value: FunctionArgument, Output>(
  _ name: String, _ argument: repeat each Value
) -> SQLExpression<Output> {
  SQLExpression(.function(name.quotedIdentifier, argumentNodes(repeat each argument)))
}

/// The arguments of a call in a query.
func argumentNodes<each Value: FunctionArgument>(_ argument: repeat each Value) -> [SQLNode] {
  var nodes: [SQLNode] = []
  for argument in repeat each argument { nodes.append(argument.argumentNode) }
  return nodes
}
