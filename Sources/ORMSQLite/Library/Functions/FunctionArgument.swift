import ORMCore

/// An argument of a Swift function in a query: a column, an expression, or a value of a type that
/// columns can have.
///
/// Your own type needs only the conformance:
///
/// ```swift
/// enum Genre: String, ColumnValue { case jazz, soul }
/// extension Genre: FunctionArgument {}
/// ```
public protocol FunctionArgument: Sendable {
  /// The representation of the argument; for a value, its own type.
  associatedtype ArgumentRepresentation: ColumnRepresentation = Self

  /// The argument as part of an expression.
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
