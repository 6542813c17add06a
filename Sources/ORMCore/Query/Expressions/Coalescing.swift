// The type checker tries these overloads of `??` in every file that imports this module. The
// operands of Swift's own `??` are not `SQLExpressible`, so it discards these overloads early: in
// expressions of ten operators on Swift values, no difference was measured.

/// The value of the column, or another value if it is NULL.
///
/// ```swift
/// Album.select { $0.year ?? 1900 }                  // SELECT coalesce("year", $1) FROM "album"
/// ```
///
/// The result is never NULL. It is the same as `$0.year.coalesce(1900)`, so it has no collation:
/// to ignore case, write `($0.note ?? "").collate(.noCase) == "live"`, even if the column's
/// collation is `.noCase`.
public func ?? <Left: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Left, right: Wrapped.Value
) -> SQLExpression<Wrapped> where Left.Representation == Wrapped? {
  left.coalesce(right)
}

/// The value of the column, or of another column or expression if it is NULL. The result is
/// optional only if the other one is.
///
/// ```swift
/// Album.select { $0.note ?? $0.remark ?? $0.title }
/// // SELECT coalesce("note", "remark", "title") FROM "album"
/// ```
public func ?? <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Right.Representation>
where Left.Representation == Right.Representation.Nullable {
  SQLExpression(.coalesce(left.node, right.node), canBeNull: right.canBeNull)
}

/// The value of the column, or of another column if it is NULL; NULL if both are.
///
/// This overload is for operands of the same type: Swift's own `??` accepts these as well, and the
/// compiler prefers it to the overload with two generic parameters.
public func ?? <Operand: SQLExpressible>(
  left: Operand, right: Operand
) -> SQLExpression<Operand.Representation>
where Operand.Representation: ExpressibleByNilLiteral {
  SQLExpression(.coalesce(left.node, right.node))
}

/// Unavailable: the column must be optional, and the value must not be.
@available(
  *, unavailable,
  message: "'??' needs an optional column before it and a value that is not optional after it"
)
@_disfavoredOverload
public func ?? <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Left.Representation> {
  cannotBeCalled()
}

extension SQLNode {
  /// The first of the values that is not NULL.
  static func coalesce(_ value: SQLNode, _ other: SQLNode) -> SQLNode {
    // Characters: the name of a function, written here
    if case .function("coalesce", let others) = other.kind {
      return .function("coalesce", [value] + others)
    }
    return .function("coalesce", [value, other])
  }
}
