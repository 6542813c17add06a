// A condition on a key path in place of a closure: `Album.where(\.title == "Promise")`. The result
// of the operators is the closure that `where` expects, so that `where` itself needs no overload.

@_documentation(visibility: internal)
@available(*, unavailable, message: "a condition is a closure: write '{ $0.title == \"x\" }'")
public func == <Root: TableColumns, Left: SQLExpressible>(
  left: KeyPath<Root, Left>, right: Left.Representation.Value
) -> (Root) -> SQLExpression<Bool> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(*, unavailable, message: "a condition is a closure: write '{ $0.title != \"x\" }'")
public func != <Root: TableColumns, Left: SQLExpressible>(
  left: KeyPath<Root, Left>, right: Left.Representation.Value
) -> (Root) -> SQLExpression<Bool> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(*, unavailable, message: "a condition is a closure: write '{ $0.plays < 10 }'")
public func < <Root: TableColumns, Left: SQLExpressible>(
  left: KeyPath<Root, Left>, right: Left.Representation.Value
) -> (Root) -> SQLExpression<Bool> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(*, unavailable, message: "a condition is a closure: write '{ $0.plays <= 10 }'")
public func <= <Root: TableColumns, Left: SQLExpressible>(
  left: KeyPath<Root, Left>, right: Left.Representation.Value
) -> (Root) -> SQLExpression<Bool> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(*, unavailable, message: "a condition is a closure: write '{ $0.plays > 10 }'")
public func > <Root: TableColumns, Left: SQLExpressible>(
  left: KeyPath<Root, Left>, right: Left.Representation.Value
) -> (Root) -> SQLExpression<Bool> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(*, unavailable, message: "a condition is a closure: write '{ $0.plays >= 10 }'")
public func >= <Root: TableColumns, Left: SQLExpressible>(
  left: KeyPath<Root, Left>, right: Left.Representation.Value
) -> (Root) -> SQLExpression<Bool> { cannotBeCalled() }
