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
    test(.anywhere, ignoringCase: ignoringCase, .value(.text(text)), canBeNull: false)
  }

  /// Whether the text contains the text of another column: `instr("title", "word") > 0`.
  public func contains(_ other: some SQLExpressible<Representation>) -> SQLExpression<Bool> {
    test(.anywhere, other.node, canBeNull: other.canBeNull)
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
    test(.start, ignoringCase: ignoringCase, .value(.text(text)), canBeNull: false)
  }

  /// Whether the text begins with the text of another column: `instr("title", "word") = 1`.
  public func hasPrefix(_ other: some SQLExpressible<Representation>) -> SQLExpression<Bool> {
    test(.start, other.node, canBeNull: other.canBeNull)
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
    test(.end, ignoringCase: ignoringCase, .value(.text(text)), canBeNull: false)
  }

  private func test(
    _ place: TextTest.Place, ignoringCase: Bool = false, _ part: SQLNode, canBeNull: Bool
  ) -> SQLExpression<Bool> {
    SQLExpression(
      .textTest(node, TextTest(place, ignoringCase: ignoringCase), part),
      canBeNull: self.canBeNull || canBeNull)
  }
}
