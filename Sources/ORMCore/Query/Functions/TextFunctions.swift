// See <https://www.sqlite.org/lang_corefunc.html>. SQLite's characters are Unicode scalars, so a
// letter with a combining accent counts as two.

extension SQLExpressible where Representation: TextRepresentation {
  /// The number of Unicode scalars before the first NUL: `length("title")`.
  public func length() -> SQLExpression<Representation.IntegerResult> { call("length") }

  /// The number of bytes in UTF-8: `length(CAST("title" AS BLOB))`.
  ///
  /// SQLite's own `octet_length` requires 3.43.
  public func octetLength() -> SQLExpression<Representation.IntegerResult> {
    SQLExpression(
      .function("length", [.cast(node, .blob)]),
      canBeNull: canBeNull || Representation.IntegerResult.isNullable)
  }

  /// The position of the first occurrence of a text, from 1; 0 if it does not occur.
  ///
  /// ```swift
  /// Album.select { $0.title.instr("of") }     // SELECT instr("title", $1) FROM "album"
  /// ```
  public func instr(_ text: String) -> SQLExpression<Representation.IntegerResult> {
    call("instr", SQLExpression.value(text))
  }

  /// The position of the first occurrence of a column's text, from 1; 0 if it does not occur.
  public func instr(
    _ other: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation.IntegerResult> {
    call("instr", other)
  }

  /// The text from a position on. Positions count from 1; negative positions count from the end.
  ///
  /// ```swift
  /// Album.select { $0.title.substr(1, 3) }    // SELECT substr("title", $1, $2) FROM "album"
  /// Album.select { $0.title.substr(-3) }      // SELECT substr("title", $1) FROM "album"
  /// ```
  ///
  /// - Parameter length: The number of characters. A negative number selects the characters before
  ///   the position.
  public func substr(_ start: Int, _ length: Int? = nil) -> SQLExpression<Representation> {
    let start = SQLExpression.value(start)
    if let length { return call("substr", start, SQLExpression.value(length)) }
    return call("substr", start)
  }

  /// The text from a position on, where SQL calculates the position.
  public func substr(_ start: some SQLExpressible<Representation.IntegerResult>)
    -> SQLExpression<Representation>
  {
    call("substr", start)
  }

  /// The part of the text with a position and a length that SQL calculates.
  public func substr(
    _ start: some SQLExpressible<Representation.IntegerResult>,
    _ length: some SQLExpressible<Representation.IntegerResult>
  ) -> SQLExpression<Representation> {
    call("substr", start, length)
  }

  /// The text with each occurrence of another text replaced.
  ///
  /// ```swift
  /// Album.select { $0.title.replace("&", with: "and") }   // SELECT replace("title", $1, $2) …
  /// ```
  public func replace(_ text: String, with other: String) -> SQLExpression<Representation> {
    call("replace", SQLExpression.value(text), SQLExpression.value(other))
  }

  /// The text with each occurrence of a column's text replaced by another column's text.
  public func replace(
    _ text: some SQLExpressible<Representation>, with other: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    call("replace", text, other)
  }

  /// The text without the spaces, or without the given characters, at both ends.
  ///
  /// ```swift
  /// Album.select { $0.title.trim() }          // SELECT trim("title") FROM "album"
  /// Album.select { $0.title.trim("!?") }      // SELECT trim("title", $1) FROM "album"
  /// ```
  public func trim(_ characters: String? = nil) -> SQLExpression<Representation> {
    trimmed("trim", characters)
  }

  /// The text without the spaces, or without the given characters, at its beginning:
  /// `ltrim("title")`.
  public func ltrim(_ characters: String? = nil) -> SQLExpression<Representation> {
    trimmed("ltrim", characters)
  }

  /// The text without the spaces, or without the given characters, at its end: `rtrim("title")`.
  public func rtrim(_ characters: String? = nil) -> SQLExpression<Representation> {
    trimmed("rtrim", characters)
  }

  private func trimmed(_ name: String, _ characters: String?) -> SQLExpression<Representation> {
    if let characters { return call(name, SQLExpression.value(characters)) }
    return call(name)
  }

  /// The code of the first Unicode scalar; NULL if the text is empty: `unicode("title")`.
  public func unicode() -> SQLExpression<Int?> { call("unicode") }

  /// The Soundex code, or `?000` if the text has no Soundex code: `soundex("title")`.
  ///
  /// SQLite must be built with `SQLITE_SOUNDEX`; see
  /// <https://www.sqlite.org/lang_corefunc.html#soundex>.
  public func soundex() -> SQLExpression<String> {
    SQLExpression(.function("soundex", [node]))
  }

  /// The text followed by another text; the same as `+`.
  ///
  /// ```swift
  /// Album.select { $0.title.appending("!") }  // SELECT "title" || $1 FROM "album"
  /// ```
  public func appending(_ text: String) -> SQLExpression<Representation> { self + text }

  /// The text followed by another column's text; NULL if one of them is NULL.
  public func appending(
    _ other: some SQLExpressible<Representation>
  ) -> SQLExpression<Representation> {
    self + other
  }

  /// Whether the text matches a pattern that a column holds: `"title" LIKE "pattern"`.
  public func like(
    _ pattern: some SQLExpressible<Representation>, escape: Character? = nil
  ) -> SQLExpression<Bool> {
    SQLExpression(
      .like(node, pattern: pattern.node, escape: escape), canBeNull: canBeNull || pattern.canBeNull)
  }

  /// Whether the text matches a pattern that a column holds: `"title" GLOB "pattern"`.
  public func glob(_ pattern: some SQLExpressible<Representation>) -> SQLExpression<Bool> {
    SQLExpression(
      .binary(node, .glob, pattern.node), canBeNull: canBeNull || pattern.canBeNull)
  }

  /// Whether the text matches the regular expression: `"title" REGEXP $1`.
  ///
  /// SQLite has the operator, but not the function that implements it. Unless you add the function,
  /// the query throws ``DatabaseError`` (`no such function: REGEXP`). Its arguments are the pattern
  /// and the text:
  ///
  /// ```swift
  /// try db.add(
  ///   DatabaseFunction("regexp", .deterministic) { (pattern: String, text: String) in
  ///     try text.contains(Regex(pattern))
  ///   })
  /// ```
  ///
  /// See <https://www.sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators>.
  public func regexp(_ pattern: String) -> SQLExpression<Bool> {
    SQLExpression(.binary(node, .regexp, .value(.text(pattern))), canBeNull: canBeNull)
  }

  /// The bytes in UTF-8, as hexadecimal digits; empty for NULL: `hex("title")`.
  public func hex() -> SQLExpression<String> { SQLExpression(.function("hex", [node])) }
}

/// A representation of bytes.
public protocol BlobRepresentation: FunctionOperand {}

extension Optional: BlobRepresentation where Wrapped: BlobRepresentation {}
extension [UInt8]: FunctionOperand, BlobRepresentation {}

extension SQLExpressible where Representation: BlobRepresentation {
  /// The number of bytes: `length("cover")`.
  public func length() -> SQLExpression<Representation.IntegerResult> { call("length") }

  /// The bytes as hexadecimal digits; empty for NULL: `hex("cover")`.
  public func hex() -> SQLExpression<String> { SQLExpression(.function("hex", [node])) }

  /// The bytes from a position on; NULL if there are no bytes: `substr("cover", $1, $2)`. Positions
  /// count from 1; negative positions count from the end.
  public func substr(_ start: Int, _ length: Int? = nil) -> SQLExpression<Representation.Nullable> {
    SQLExpression(part(start, length))
  }

  private func part(_ start: Int, _ length: Int?) -> SQLNode {
    let numbers = [start] + (length.map { [$0] } ?? [])
    return .function("substr", [node] + numbers.map { .value(.integer(Int64($0))) })
  }
}
