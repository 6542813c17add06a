import ORMCore

/// A pattern to search for in a ``FullTextTable``.
///
/// A literal is a query in FTS5's query language. For other texts, such as a user's input, the
/// functions below build a pattern that is never a syntax error:
///
/// ```swift
/// Note.where { $0.match("sqlite AND (swift OR c)") }
/// Note.where { $0.match(.allTokens(in: input)) }
/// Note.where { $0.match(.phrase("virtual table").and(.token("sql", isPrefix: true))) }
/// // … WHERE "note" MATCH $1      with ("virtual table") AND ("sql" *)
/// ```
///
/// Phrases need an index that stores the positions of words: with ``FullTextOptions/Detail/column``
/// or ``FullTextOptions/Detail/none``, they are errors. A single word such as `swift-3` is a
/// phrase, too, if the tokenizer splits it in two.
///
/// See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
public struct MatchPattern: Sendable, Hashable {
  /// The query in FTS5's query language.
  public let query: String

  /// Creates a pattern from a query in FTS5's query language. If the query has a syntax error, the
  /// search throws ``DatabaseError``.
  public init(rawValue query: String) { self.query = query }
}

extension MatchPattern {
  public static func == (left: MatchPattern, right: MatchPattern) -> Bool {
    left.query.hasSameBytes(as: right.query)
  }
}

extension MatchPattern: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

// MARK: - Of texts

extension MatchPattern {
  /// Matches the words of the text, in this order.
  ///
  /// - Parameters:
  ///   - isPrefix: Whether the last word is a prefix.
  ///   - isAtStart: Whether the first word must be the first of its column.
  public static func phrase(
    _ text: String, isPrefix: Bool = false, isAtStart: Bool = false
  ) -> MatchPattern {
    MatchPattern(rawValue: (isAtStart ? "^ " : "") + text.quotedPhrase + (isPrefix ? " *" : ""))
  }

  /// Matches one word.
  ///
  /// - Parameter isPrefix: Whether the word is a prefix.
  public static func token(_ text: String, isPrefix: Bool = false) -> MatchPattern {
    phrase(text, isPrefix: isPrefix)
  }

  /// Matches texts with every word of a user's input, anywhere and in any order.
  ///
  /// Parts of the input without letters are ignored. An empty input finds nothing.
  ///
  /// - Parameter isPrefix: Whether the last word is a prefix, since it is still being typed.
  public static func allTokens(in text: String, isPrefix: Bool = false) -> MatchPattern {
    tokens(of: text, isPrefix: isPrefix, separator: " ")
  }

  /// Matches texts with at least one word of a user's input.
  ///
  /// - Parameter isPrefix: Whether the last word is a prefix, since it is still being typed.
  public static func anyToken(in text: String, isPrefix: Bool = false) -> MatchPattern {
    tokens(of: text, isPrefix: isPrefix, separator: " OR ")
  }

  private static func tokens(of text: String, isPrefix: Bool, separator: String) -> MatchPattern {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }
      .map { String($0).quotedPhrase }
    if words.isEmpty { return .phrase("") }
    return MatchPattern(rawValue: words.joined(separator: separator) + (isPrefix ? " *" : ""))
  }

  /// Matches phrases that are near each other, in any order.
  ///
  /// - Parameter distance: The maximum number of words between the first and the last phrase. The
  ///   default is 10.
  public static func near(
    _ first: String, _ others: String..., distance: Int = 10
  ) -> MatchPattern {
    let list = ([first] + others).map(\.quotedPhrase).joined(separator: " ")
    return MatchPattern(rawValue: "NEAR(\(list), \(max(0, distance)))")
  }
}

// MARK: - Of patterns

extension MatchPattern {
  /// Matches texts that match both patterns.
  public func and(_ other: MatchPattern) -> MatchPattern { combined("AND", other) }

  /// Matches texts that match at least one of the patterns.
  public func or(_ other: MatchPattern) -> MatchPattern { combined("OR", other) }

  /// Matches texts that match this pattern but not the other.
  public func not(_ other: MatchPattern) -> MatchPattern { combined("NOT", other) }

  /// Matches this pattern in these columns only. If the table does not have one of the columns, the
  /// search throws ``DatabaseError``.
  public func `in`(_ first: String, _ others: String...) -> MatchPattern {
    inColumns([first] + others)
  }

  /// Matches this pattern in all columns but these; see ``in(_:_:)``.
  public func notIn(_ first: String, _ others: String...) -> MatchPattern {
    inColumns([first] + others, prefix: "- ")
  }

  private func inColumns(_ columns: [String], prefix: String = "") -> MatchPattern {
    let list = columns.map(\.quotedPhrase).joined(separator: " ")
    return MatchPattern(rawValue: "\(prefix){\(list)} : (\(query))")
  }

  private func combined(_ word: String, _ other: MatchPattern) -> MatchPattern {
    MatchPattern(rawValue: "(\(query)) \(word) (\(other.query))")
  }
}

extension String {
  /// The text as an FTS5 string: in double quotes, with inner double quotes doubled. A NUL would
  /// end the query, and is never in a word.
  fileprivate var quotedPhrase: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? " " : $0 })).quotedIdentifier
  }
}
