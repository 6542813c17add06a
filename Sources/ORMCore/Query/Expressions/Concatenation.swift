// `+` joins texts and columns in any order. Like the other operators, these are generic over one
// protocol: except for `+=`, the type checker (6.3.1) needs no concrete overloads.

/// The text of a column followed by another text; NULL if the column is NULL.
///
/// ```swift
/// Album.updateAll { $0.title = $0.title + " (remaster)" }
/// // UPDATE "album" SET "title" = "title" || $1
/// Artist.select { $0.first + " " + $0.last }
/// // SELECT "first" || $1 || "last" FROM "artist"
/// ```
///
/// A column in a Swift string, as in `"\($0.title) (remaster)"`, is not the column's text: the
/// compiler warns, and a statement with the string throws ``ValueEncodingError``.
public func + <Left: SQLExpressible>(
  left: Left, right: String
) -> SQLExpression<Left.Representation> where Left.Representation: TextRepresentation {
  .joined(left.node, .value(.text(right)), canBeNull: left.canBeNull)
}

/// A text followed by the text of a column; NULL if the column is NULL: `$1 || "title"`.
public func + <Right: SQLExpressible>(
  left: String, right: Right
) -> SQLExpression<Right.Representation> where Right.Representation: TextRepresentation {
  .joined(.value(.text(left)), right.node, canBeNull: right.canBeNull)
}

/// The concatenated texts of two columns or expressions; NULL if one of them is NULL: `"first" ||
/// "last"`.
public func + <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Left.Representation>
where Left.Representation: TextRepresentation, Left.Representation == Right.Representation {
  .joined(left.node, right.node, canBeNull: left.canBeNull || right.canBeNull)
}

/// The concatenated texts of two columns or expressions; NULL if the first is NULL.
public func + <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Left.Representation>
where Left.Representation: TextRepresentation, Left.Representation == Right.Representation? {
  .joined(left.node, right.node, canBeNull: true)
}

/// The concatenated texts of two columns or expressions; NULL if the second is NULL.
public func + <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Right.Representation>
where Right.Representation: TextRepresentation, Left.Representation? == Right.Representation {
  .joined(left.node, right.node, canBeNull: true)
}

// MARK: - In an update

/// Appends a text: `$0.title += "!"` sets `"title" = "title" || $1`.
public func += <Representation: TextRepresentation>(
  left: inout SQLExpression<Representation>, right: String
) {
  left = left + right
}

/// Appends the text of another column or of an expression; the result is NULL if either text is
/// NULL.
public func += <Representation: TextRepresentation>(
  left: inout SQLExpression<Representation>, right: some SQLExpressible<Representation>
) {
  left = left + right
}

// Concrete overloads, as for numbers: once the type checker has found a use for Swift's own
// operator, it does not try the generic ones.

/// Appends a text.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<String>, right: String) { left = left + right }

/// Appends the text of an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<String>, right: SQLExpression<String>) {
  left = left + right
}

extension SQLExpression where Representation: TextRepresentation {
  static func joined(_ left: SQLNode, _ right: SQLNode, canBeNull: Bool) -> Self {
    Self(.binary(left, .concatenate, right), canBeNull: canBeNull)
  }
}
