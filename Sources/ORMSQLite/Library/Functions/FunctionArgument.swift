import ORMCore

/// What a function in Swift can be called with in a query: a column, an expression, or a value of a
/// type that columns can have.
///
/// A type of your own joins in by the word alone:
///
/// ```swift
/// enum Genre: String, ColumnValue { case jazz, soul }
/// extension Genre: FunctionArgument {}
/// ```
public protocol FunctionArgument: Sendable {
  /// How the argument's values are stored: for a value, as its own type.
  associatedtype ArgumentRepresentation: ColumnRepresentation = Self

  /// The argument, as an expression is made of it.
  var argumentNode: SQLNode { get }
}

@_documentation(visibility: internal)
extension FunctionArgument where Self: SQLExpressible {
  public var argumentNode: SQLNode { node }
}

@_documentation(visibility: internal)
extension FunctionArgument where Self: ColumnValue, ArgumentRepresentation == Self {
  public var argumentNode: SQLNode { SQLNode(self, as: Self.self) }
}

@_documentation(visibility: internal)
extension Column: FunctionArgument {
  public typealias ArgumentRepresentation = Representation
}
@_documentation(visibility: internal)
extension SQLExpression: FunctionArgument {
  public typealias ArgumentRepresentation = Representation
}
@_documentation(visibility: internal)
extension AggregateFunction: FunctionArgument {
  public typealias ArgumentRepresentation = Representation
}
