// These work like Swift's methods of the same names: they are case-sensitive, and every character
// of the text to find is literal, including `%`, `*` and NUL. Texts are compared by their bytes, as
// everywhere in SQLite.

extension SQLExpressible where Representation: TextRepresentation {
  /// Whether the text contains another text.
  ///
  /// ```swift
  /// Album.where { $0.title.contains("50%") }        // instr("title", $1) > 0
  /// Album.where { $0.title.contains("love", ignoringCase: true) }
  /// // instr(lower("title"), $1) > 0
  /// ```
  ///
  /// As in Swift, the search is case-sensitive, whatever the column's collation. NULL contains no
  /// text.
  ///
  /// - Parameters:
  ///   - text: The text to find. All of its characters are literal.
  ///   - ignoringCase: Whether ASCII letters match in either case. The default is false.
  public func contains(_ text: String, ignoringCase: Bool = false) -> SQLExpression<Bool> {
    // Not `LIKE`, which reads both texts up to their first NUL.
    let position =
      ignoringCase
      ? Self.position(of: .value(.text(text.loweredInASCII)), in: loweredNode, .greater, "0")
      : position(of: .value(.text(text)), .greater, "0")
    return SQLExpression(position, canBeNull: canBeNull)
  }

  /// Whether the text contains the text of another column: `instr("title", "word") > 0`.
  public func contains(_ other: some SQLExpressible<Representation>) -> SQLExpression<Bool> {
    SQLExpression(
      position(of: other.node, .greater, "0"), canBeNull: canBeNull || other.canBeNull)
  }

  /// Whether the text begins with another text.
  ///
  /// ```swift
  /// Album.where { $0.title.hasPrefix("D") }                       // "title" GLOB $1
  /// Album.where { $0.title.hasPrefix("d", ignoringCase: true) }   // "title" LIKE $1 ESCAPE '\'
  /// ```
  ///
  /// SQLite can use an index on the column; for `LIKE`, the index must have the collation `NOCASE`.
  /// See <https://www.sqlite.org/optoverview.html#the_like_optimization>.
  ///
  /// - Parameters:
  ///   - text: The text to find. All of its characters are literal.
  ///   - ignoringCase: As in ``contains(_:ignoringCase:)``.
  public func hasPrefix(_ text: String, ignoringCase: Bool = false) -> SQLExpression<Bool> {
    // A pattern ends at its first NUL. For `hasPrefix`, the stored text may contain a NUL, but not
    // the prefix.
    let begins: SQLNode =
      switch (ignoringCase, text.hasNUL) {
      case (false, false): .binary(node, .glob, .value(.text("\(text.escapedForGlob)*")))
      case (false, true): position(of: .value(.text(text)), .equal, "1")
      case (true, false):
        .like(node, pattern: .value(.text("\(text.escapedForLike)%")), escape: "\\")
      case (true, true):
        Self.position(of: .value(.text(text.loweredInASCII)), in: loweredNode, .equal, "1")
      }
    return SQLExpression(begins, canBeNull: canBeNull)
  }

  /// Whether the text begins with the text of another column: `instr("title", "word") = 1`.
  public func hasPrefix(_ other: some SQLExpressible<Representation>) -> SQLExpression<Bool> {
    SQLExpression(position(of: other.node, .equal, "1"), canBeNull: canBeNull || other.canBeNull)
  }

  /// Whether the text ends with another text.
  ///
  /// ```swift
  /// Album.where { $0.title.hasSuffix("Life") }
  /// // substr(CAST("title" AS BLOB), -length(CAST($1 AS BLOB))) = CAST($2 AS BLOB)
  /// Album.where { $0.title.hasSuffix("life", ignoringCase: true) }
  /// // substr(CAST(lower("title") AS BLOB), -length(CAST($1 AS BLOB))) = CAST($2 AS BLOB)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text to find. All of its characters are literal.
  ///   - ignoringCase: As in ``contains(_:ignoringCase:)``.
  public func hasSuffix(_ text: String, ignoringCase: Bool = false) -> SQLExpression<Bool> {
    // -0 would be the whole text.
    if text.utf8.isEmpty { return contains(text) }
    // Bytes, as SQLite's text functions stop at the first NUL.
    let end = SQLNode.cast(.value(.text(ignoringCase ? text.loweredInASCII : text)), .blob)
    let all = SQLNode.cast(ignoringCase ? loweredNode : node, .blob)
    let last = SQLNode.function("substr", [all, .function("-length", [end])])
    return SQLExpression(.binary(last, .equal, end), canBeNull: canBeNull)
  }

  /// The whole text with its ASCII letters converted to lower case: unlike `LIKE`, `lower` reads
  /// past a NUL.
  private var loweredNode: SQLNode { .function("lower", [node]) }

  /// Compares a text's position in this one, which counts from 1 and is 0 if it is not found.
  private func position(of text: SQLNode, _ symbol: SQLOperator, _ place: String) -> SQLNode {
    Self.position(of: text, in: node, symbol, place)
  }

  private static func position(
    of text: SQLNode, in node: SQLNode, _ symbol: SQLOperator, _ place: String
  ) -> SQLNode {
    .binary(.function("instr", [node, text]), symbol, .literal(place))
  }
}

// By scalars, as SQLite reads a pattern: a `%` and a combining accent after it would be one
// Character.
extension String {
  /// The text, escaped for a `LIKE` whose escape character is a backslash.
  fileprivate var escapedForLike: String {
    escaped("%", "_", "\\") { "\\\($0)" }
  }

  /// The text, escaped for a `GLOB`.
  fileprivate var escapedForGlob: String {
    escaped("*", "?", "[") { "[\($0)]" }
  }

  private func escaped(
    _ special: Unicode.Scalar..., by escape: (Unicode.Scalar) -> String
  ) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if special.contains(scalar) {
        escaped.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
