// A calculation in an update with a value on the left and a column of another type. Without these
// overloads, the compiler (6.3.1) does not report the cause.

@_documentation(visibility: internal)
@available(
  *, unavailable, message: "the right side is text: convert it, as in '$0.title.cast(as: Int.self)'"
)
public func + <Representation: TextRepresentation>(
  left: Int, right: SQLExpression<Representation>
) -> SQLExpression<Int> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable,
  message: "the right side is an integer: convert it, as in '$0.plays.cast(as: Double.self)'"
)
public func + <Representation: IntegerRepresentation>(
  left: Double, right: SQLExpression<Representation>
) -> SQLExpression<Double> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable, message: "the right side is text: convert it, as in '$0.title.cast(as: Int.self)'"
)
public func - <Representation: TextRepresentation>(
  left: Int, right: SQLExpression<Representation>
) -> SQLExpression<Int> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable,
  message: "the right side is an integer: convert it, as in '$0.plays.cast(as: Double.self)'"
)
public func - <Representation: IntegerRepresentation>(
  left: Double, right: SQLExpression<Representation>
) -> SQLExpression<Double> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable, message: "the right side is text: convert it, as in '$0.title.cast(as: Int.self)'"
)
public func * <Representation: TextRepresentation>(
  left: Int, right: SQLExpression<Representation>
) -> SQLExpression<Int> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable,
  message: "the right side is an integer: convert it, as in '$0.plays.cast(as: Double.self)'"
)
public func * <Representation: IntegerRepresentation>(
  left: Double, right: SQLExpression<Representation>
) -> SQLExpression<Double> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable, message: "the right side is text: convert it, as in '$0.title.cast(as: Int.self)'"
)
public func / <Representation: TextRepresentation>(
  left: Int, right: SQLExpression<Representation>
) -> SQLExpression<Int> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable,
  message: "the right side is an integer: convert it, as in '$0.plays.cast(as: Double.self)'"
)
public func / <Representation: IntegerRepresentation>(
  left: Double, right: SQLExpression<Representation>
) -> SQLExpression<Double> { cannotBeCalled() }
