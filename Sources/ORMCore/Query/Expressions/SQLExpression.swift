/// A column, or an expression made of columns and values.
///
/// A value that is compared with the expression is encoded by its `Representation`, as stored
/// values are.
public protocol SQLExpressible<Representation>: SelectableColumn, OrderingExpression,
  CustomStringConvertible
{
  /// The tree that a dialect renders.
  var node: SQLNode { get }
  /// Whether the value may be NULL. `!` needs this, as in Swift each row meets a condition or its
  /// negation.
  var canBeNull: Bool { get }
}

extension SQLExpressible {
  @inlinable public var canBeNull: Bool { Representation.isNullable }

  @_documentation(visibility: internal)
  @inlinable public var selectedNode: SQLNode { node }

  @_documentation(visibility: internal)
  @inlinable public var results: [ResultColumn] {
    [ResultColumn(node, of: Representation.self)]
  }
}

/// An expression whose values are represented by `Representation`.
///
/// `SQLExpression<Bool>` is a condition, which a `where` closure returns.
public struct SQLExpression<Representation: ColumnRepresentation>: SQLExpressible {
  public let node: SQLNode
  @_documentation(visibility: internal)
  public let canBeNull: Bool

  /// Creates an expression from an expression tree.
  @_documentation(visibility: internal)
  @inlinable
  public init(_ node: SQLNode, canBeNull: Bool = Representation.isNullable) {
    self.node = node
    self.canBeNull = canBeNull
  }

  /// Creates an expression from raw SQL, with its values bound.
  ///
  /// ```swift
  /// Album.where { SQLExpression(sql: "\($0.title) REGEXP \("^D")") }
  /// // … WHERE "title" REGEXP $1
  /// ```
  public init(sql: SQL, as representation: Representation.Type = Representation.self) {
    self.init(.raw(sql), canBeNull: true)
  }
}

@_documentation(visibility: internal)
extension Column: SQLExpressible {
  @inlinable public var node: SQLNode { source.place.column(name) }
}

extension SQLExpressible {
  /// The expression as an optional expression, for an optional property of a ``Selection``, or to
  /// match an optional column in a compound.
  public func optional() -> SQLExpression<Representation.Nullable> { SQLExpression(node) }
}
