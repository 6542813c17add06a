import ORMCore

/// What is searched for in a ``FullTextTable``.
///
/// A literal is a query in FTS5's own language; a text from elsewhere is made a pattern by what it
/// means, and is no error then, whatever it is:
///
/// ```swift
/// Note.where { $0.match("sqlite AND (swift OR c)") }
/// Note.where { $0.match(.allTokens(in: input)) }
/// Note.where { $0.match(.phrase("virtual table").and(.token("sql", isPrefix: true))) }
/// // … WHERE "note" MATCH $1      with ("virtual table") AND ("sql" *)
/// ```
///
/// That holds for an index that keeps the places of words. One of ``FullTextOptions/Detail/column``
/// or ``FullTextOptions/Detail/none`` refuses phrases, and a word such as `swift-3` is one where
/// the tokenizer takes it for two.
///
/// See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
public struct MatchPattern: Sendable, Hashable {
  /// The query in FTS5's language.
  public let query: String

  /// A query in FTS5's language. One that is wrong is a ``DatabaseError`` when it is searched for.
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
  /// The words of the text, one after the other.
  ///
  /// - Parameters:
  ///   - isPrefix: Whether the last of them may go on.
  ///   - isAtStart: Whether the first of them has to be the first of its column.
  public static func phrase(
    _ text: String, isPrefix: Bool = false, isAtStart: Bool = false
  ) -> MatchPattern {
    MatchPattern(rawValue: (isAtStart ? "^ " : "") + text.quotedPhrase + (isPrefix ? " *" : ""))
  }

  /// One word.
  ///
  /// - Parameter isPrefix: Whether it may go on.
  public static func token(_ text: String, isPrefix: Bool = false) -> MatchPattern {
    phrase(text, isPrefix: isPrefix)
  }

  /// Every word of a text that someone has typed, anywhere and in any order.
  ///
  /// What has no letters, between spaces, is passed over. An empty text finds nothing.
  ///
  /// - Parameter isPrefix: Whether the last of them may go on: it is still being typed.
  public static func allTokens(in text: String, isPrefix: Bool = false) -> MatchPattern {
    tokens(of: text, isPrefix: isPrefix, separator: " ")
  }

  /// One word at least of a text that someone has typed.
  ///
  /// - Parameter isPrefix: Whether the last of them may go on: it is still being typed.
  public static func anyToken(in text: String, isPrefix: Bool = false) -> MatchPattern {
    tokens(of: text, isPrefix: isPrefix, separator: " OR ")
  }

  private static func tokens(of text: String, isPrefix: Bool, separator: String) -> MatchPattern {
    let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "\0" }
      .map { String($0).quotedPhrase }
    if words.isEmpty { return .phrase("") }
    return MatchPattern(rawValue: words.joined(separator: separator) + (isPrefix ? " *" : ""))
  }

  /// Phrases that stand near each other, in any order.
  ///
  /// - Parameter distance: How many words may stand between the first and the last.
  public static func near(
    _ first: String, _ others: String..., distance: Int = 10
  ) -> MatchPattern {
    let list = ([first] + others).map(\.quotedPhrase).joined(separator: " ")
    return MatchPattern(rawValue: "NEAR(\(list), \(max(0, distance)))")
  }
}

// MARK: - Of patterns

extension MatchPattern {
  /// What both find.
  public func and(_ other: MatchPattern) -> MatchPattern { combined("AND", other) }

  /// What one of them finds.
  public func or(_ other: MatchPattern) -> MatchPattern { combined("OR", other) }

  /// What this finds and the other one does not.
  public func not(_ other: MatchPattern) -> MatchPattern { combined("NOT", other) }

  /// What this finds in these columns; one that the table has not is a ``DatabaseError`` when it is
  /// searched for.
  public func `in`(_ first: String, _ others: String...) -> MatchPattern {
    inColumns([first] + others)
  }

  /// What this finds in the other columns; see ``in(_:_:)``.
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
  /// The text as one of FTS5's strings: in double quotes, with those inside doubled. A NUL would
  /// end the query, and is no part of a word.
  fileprivate var quotedPhrase: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? " " : $0 })).quotedIdentifier
  }
}
