/// A representation of arbitrary text, to which text functions can be applied.
public protocol TextRepresentation: FunctionOperand {}

extension String: TextRepresentation {}
extension Optional: TextRepresentation where Wrapped: TextRepresentation {}

extension SQLExpressible where Representation: TextRepresentation {
  /// Whether the text matches the pattern, in which `%` matches any text and `_` any character.
  /// ASCII letters match in either case.
  ///
  /// ```swift
  /// Album.where { $0.title.like("D%") }                   // "title" LIKE $1
  /// Album.where { $0.title.like(#"50\%%"#, escape: "\\") } // "title" LIKE $1 ESCAPE '\'
  /// ```
  ///
  /// See <https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators>.
  ///
  /// - Parameter escape: The escape character: a `%`, a `_` or an escape character after it is
  ///   literal. By default, the pattern has no escape character.
  public func like(_ pattern: String, escape: Character? = nil) -> SQLExpression<Bool> {
    SQLExpression(
      .like(node, pattern: .value(.text(pattern)), escape: escape), canBeNull: canBeNull)
  }

  /// Whether the text matches the pattern, in which `*` matches any text, `?` any character and
  /// `[a-c]` one character of a set. It is case-sensitive.
  ///
  /// ```swift
  /// Album.where { $0.title.glob("D*") }     // "title" GLOB $1
  /// ```
  public func glob(_ pattern: String) -> SQLExpression<Bool> {
    SQLExpression(.binary(node, .glob, .value(.text(pattern))), canBeNull: canBeNull)
  }

  /// The text, compared and ordered by a collation.
  ///
  /// ```swift
  /// Album.where { $0.title.collate(.noCase) == "promise" }  // "title" COLLATE NOCASE = $1
  /// ```
  public func collate(_ collation: Collation) -> SQLExpression<Representation> {
    SQLExpression(.collate(node, collation), canBeNull: canBeNull)
  }

  /// The text with its ASCII letters converted to lower case: `lower("title")`.
  public func lower() -> SQLExpression<Representation> {
    SQLExpression(.function("lower", [node]), canBeNull: canBeNull)
  }

  /// The text with its ASCII letters converted to upper case: `upper("title")`.
  public func upper() -> SQLExpression<Representation> {
    SQLExpression(.function("upper", [node]), canBeNull: canBeNull)
  }
}
