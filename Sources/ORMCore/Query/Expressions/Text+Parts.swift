// As Swift's own words of these names: upper and lower case differ, and every character of what is
// looked for is taken literally, also `%`, `*` and NUL. Texts are compared by their bytes, as
// SQLite compares them everywhere.

extension SQLExpressible where Representation: TextRepresentation {
  /// Whether another text is part of this one.
  ///
  /// ```swift
  /// Album.where { $0.title.contains("50%") }        // instr("title", $1) > 0
  /// Album.where { $0.title.contains("love", ignoringCase: true) }
  /// // instr(lower("title"), $1) > 0
  /// ```
  ///
  /// Upper and lower case differ, as in Swift, whatever the column's collation. NULL contains
  /// nothing.
  ///
  /// - Parameters:
  ///   - text: What is looked for, each of its characters for itself.
  ///   - ignoringCase: Whether the 26 letters of ASCII match in either case. The default is false.
  public func contains(_ text: String, ignoringCase: Bool = false) -> SQLExpression<Bool> {
    // Not `LIKE`, which reads both texts up to their first NUL.
    let position =
      ignoringCase
      ? Self.position(of: .value(.text(text.loweredInASCII)), in: loweredNode, .greater, "0")
      : position(of: .value(.text(text)), .greater, "0")
    return SQLExpression(position, canBeNull: canBeNull)
  }

  /// Whether the text of another column is part of this one: `instr("title", "word") > 0`.
  public func contains(_ other: some SQLExpressible<Representation>) -> SQLExpression<Bool> {
    SQLExpression(
      position(of: other.node, .greater, "0"), canBeNull: canBeNull || other.canBeNull)
  }

  /// Whether the text begins with another one.
  ///
  /// ```swift
  /// Album.where { $0.title.hasPrefix("D") }                       // "title" GLOB $1
  /// Album.where { $0.title.hasPrefix("d", ignoringCase: true) }   // "title" LIKE $1 ESCAPE '\'
  /// ```
  ///
  /// SQLite finds the rows by an index on the column; for `LIKE`, that is one of the collation
  /// `NOCASE`. See <https://www.sqlite.org/optoverview.html#the_like_optimization>.
  ///
  /// - Parameters:
  ///   - text: What is looked for, each of its characters for itself.
  ///   - ignoringCase: As of ``contains(_:ignoringCase:)``.
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

  /// Whether the text begins with that of another column: `instr("title", "word") = 1`.
  public func hasPrefix(_ other: some SQLExpressible<Representation>) -> SQLExpression<Bool> {
    SQLExpression(position(of: other.node, .equal, "1"), canBeNull: canBeNull || other.canBeNull)
  }

  /// Whether the text ends with another one.
  ///
  /// ```swift
  /// Album.where { $0.title.hasSuffix("Life") }
  /// // substr(CAST("title" AS BLOB), -length(CAST($1 AS BLOB))) = CAST($2 AS BLOB)
  /// Album.where { $0.title.hasSuffix("life", ignoringCase: true) }
  /// // substr(CAST(lower("title") AS BLOB), -length(CAST($1 AS BLOB))) = CAST($2 AS BLOB)
  /// ```
  ///
  /// - Parameters:
  ///   - text: What is looked for, each of its characters for itself.
  ///   - ignoringCase: As of ``contains(_:ignoringCase:)``.
  public func hasSuffix(_ text: String, ignoringCase: Bool = false) -> SQLExpression<Bool> {
    // -0 would be the whole text.
    if text.utf8.isEmpty { return contains(text) }
    // Bytes, as SQLite's functions of texts go to the first NUL.
    let end = SQLNode.cast(.value(.text(ignoringCase ? text.loweredInASCII : text)), .blob)
    let all = SQLNode.cast(ignoringCase ? loweredNode : node, .blob)
    let last = SQLNode.function("substr", [all, .function("-length", [end])])
    return SQLExpression(.binary(last, .equal, end), canBeNull: canBeNull)
  }

  /// The whole text with the letters of ASCII in lower case: unlike `LIKE`, `lower` reads past a
  /// NUL.
  private var loweredNode: SQLNode { .function("lower", [node]) }

  /// Compares the place of a text in this one, from 1, and 0 if it is not found.
  private func position(of text: SQLNode, _ symbol: SQLOperator, _ place: String) -> SQLNode {
    Self.position(of: text, in: node, symbol, place)
  }

  private static func position(
    of text: SQLNode, in node: SQLNode, _ symbol: SQLOperator, _ place: String
  ) -> SQLNode {
    .binary(.function("instr", [node, text]), symbol, .literal(place))
  }
}

// By scalars, as SQLite reads a pattern: a letter with an accent behind a `%` would be one
// Character with it.
extension String {
  /// The text, each of its scalars for itself in a `LIKE` whose escape is a backslash.
  fileprivate var escapedForLike: String {
    escaped("%", "_", "\\") { "\\\($0)" }
  }

  /// The text, each of its scalars for itself in a `GLOB`.
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
