// The members of Swift's `String`, used on a column: only SQL has the column's text.

@_documentation(visibility: internal)
extension SQLExpressible where Representation: TextRepresentation {
  @available(*, unavailable, renamed: "upper()")
  public func uppercased() -> SQLExpression<Representation> { cannotBeCalled() }

  @available(*, unavailable, renamed: "lower()")
  public func lowercased() -> SQLExpression<Representation> { cannotBeCalled() }

  @available(*, unavailable, renamed: "length()")
  public var count: SQLExpression<Int> { cannotBeCalled() }

  @available(*, unavailable, message: "compare with an empty text: '$0.title == \"\"'")
  public var isEmpty: SQLExpression<Bool> { cannotBeCalled() }
}
