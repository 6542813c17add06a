/// What SQL can compute: a column, or an expression made of columns and values.
///
/// A value beside it is encoded by its `Representation`, so that what was stored is what is
/// compared.
public protocol SQLExpressible<Representation>: SelectableColumn, OrderingExpression,
  CustomStringConvertible
{
  /// The tree that a dialect renders.
  var node: SQLNode { get }
  /// Whether the value may be NULL, for `!`, which follows Swift: a row meets a condition or its
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
/// `SQLExpression<Bool>` is a condition: what a `where` closure returns.
public struct SQLExpression<Representation: ColumnRepresentation>: SQLExpressible {
  public let node: SQLNode
  @_documentation(visibility: internal)
  public let canBeNull: Bool

  /// An expression of this tree, whose values are represented by `Representation`.
  @_documentation(visibility: internal)
  @inlinable
  public init(_ node: SQLNode, canBeNull: Bool = Representation.isNullable) {
    self.node = node
    self.canBeNull = canBeNull
  }

  /// An expression as SQL, with its values bound.
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
  /// The same value, if one that may be nil is expected: for an optional property of a
  /// ``Selection``, or beside an optional column in a compound.
  public func optional() -> SQLExpression<Representation.Nullable> { SQLExpression(node) }
}
