/// What a function in Swift can be called with in a query: a column, an expression, or a value of one
/// of the usual types.
///
/// Another type of values joins in by the word alone: `extension Genre: FunctionArgument {}`.
public protocol FunctionArgument: Sendable {
  /// How the argument's values are stored.
  associatedtype ArgumentRepresentation: ColumnRepresentation
  /// The same, with NULL for nil.
  associatedtype NullableRepresentation: ColumnRepresentation = ArgumentRepresentation?

  /// The argument, as an expression is made of it.
  var argumentNode: SQLNode { get }
}

extension FunctionArgument where Self: SQLExpressible {
  public var argumentNode: SQLNode { node }
}

extension FunctionArgument where Self: ColumnValue, ArgumentRepresentation == Self {
  public var argumentNode: SQLNode { SQLNode(self, as: Self.self) }
}

extension Column: FunctionArgument {
  public typealias ArgumentRepresentation = Representation
}
extension SQLExpression: FunctionArgument {
  public typealias ArgumentRepresentation = Representation
}
extension AggregateFunction: FunctionArgument {
  public typealias ArgumentRepresentation = Representation
}
