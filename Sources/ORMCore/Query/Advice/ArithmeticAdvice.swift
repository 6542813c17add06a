// A calculation in an update with a value on the left and a column of another type. Without these,
// the compiler (6.3.1) finds no words for the mistake.

@_documentation(visibility: internal)
@available(
  *, unavailable, message: "a text is not a number: convert it, as in '$0.title.cast(as: Int.self)'"
)
public func + <Representation: TextRepresentation>(
  left: Int, right: SQLExpression<Representation>
) -> SQLExpression<Int> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable,
  message: "an integer has no fraction: convert it, as in '$0.plays.cast(as: Double.self)'"
)
public func + <Representation: IntegerRepresentation>(
  left: Double, right: SQLExpression<Representation>
) -> SQLExpression<Double> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable, message: "a text is not a number: convert it, as in '$0.title.cast(as: Int.self)'"
)
public func - <Representation: TextRepresentation>(
  left: Int, right: SQLExpression<Representation>
) -> SQLExpression<Int> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable,
  message: "an integer has no fraction: convert it, as in '$0.plays.cast(as: Double.self)'"
)
public func - <Representation: IntegerRepresentation>(
  left: Double, right: SQLExpression<Representation>
) -> SQLExpression<Double> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable, message: "a text is not a number: convert it, as in '$0.title.cast(as: Int.self)'"
)
public func * <Representation: TextRepresentation>(
  left: Int, right: SQLExpression<Representation>
) -> SQLExpression<Int> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable,
  message: "an integer has no fraction: convert it, as in '$0.plays.cast(as: Double.self)'"
)
public func * <Representation: IntegerRepresentation>(
  left: Double, right: SQLExpression<Representation>
) -> SQLExpression<Double> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable, message: "a text is not a number: convert it, as in '$0.title.cast(as: Int.self)'"
)
public func / <Representation: TextRepresentation>(
  left: Int, right: SQLExpression<Representation>
) -> SQLExpression<Int> { cannotBeCalled() }

@_documentation(visibility: internal)
@available(
  *, unavailable,
  message: "an integer has no fraction: convert it, as in '$0.plays.cast(as: Double.self)'"
)
public func / <Representation: IntegerRepresentation>(
  left: Double, right: SQLExpression<Representation>
) -> SQLExpression<Double> { cannotBeCalled() }
