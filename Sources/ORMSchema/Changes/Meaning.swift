import ORMCore

/// The meaning of an SQL text to SQLite, without differences that SQLite ignores: comments, white
/// space, the case of words, quotes of names, `==` for `=`, parentheses around the whole text.
///
/// It does not parse grammar: expressions that compute the same (`1 + 2` and `3`, `a + b` and
/// `b + a`) have different meanings here.
struct Meaning: Hashable {
  /// The normalized tokens; string literals begin with a quote.
  let pieces: [[UInt8]]

  /// - Parameters:
  ///   - columns: The columns of the table that the text is about. `"x"` is a string if there is no
  ///     column `x`. If nil, the columns are not known and it is a name.
  ///   - table: The name of that table, which is ignored as a qualifier of columns.
  init(_ sql: String, columns: Set<SQLName>? = nil, table: String? = nil) {
    let tokens = SQLTokens(sql).filter { !$0.isBlank }
    var pieces: [[UInt8]] = []
    var place = 0
    while place < tokens.count {
      if let table, tokens[place].canBeName, tokens[place].kind != .string,
        place + 2 < tokens.count, tokens[place + 1].isSymbol("."),
        tokens[place].unquoted.isSameName(as: table)
      {
        place += 2
      }
      pieces.append(Self.piece(tokens[place], columns))
      place += 1
    }
    self.pieces = Self.withoutParentheses(pieces)
  }

  private static func piece(_ token: SQLToken, _ columns: Set<SQLName>?) -> [UInt8] {
    switch token.kind {
    case .word, .number, .blob: return token.text.utf8.map(\.loweredInASCII)
    case .quotedName:
      let name = token.unquoted
      let isText =
        token.text.utf8.first == UInt8(ascii: "\"") && columns?.contains(SQLName(name)) == false
      if isText { return Array(name.quotedText.utf8) }
      let lowered = name.utf8.map(\.loweredInASCII)
      return reservedWords.contains(lowered) ? Array("\"".utf8) + lowered : lowered
    case .symbol where token.isSymbol("=="): return Array("=".utf8)
    case .symbol where token.isSymbol("!="): return Array("<>".utf8)
    default: return Array(token.text.utf8)
    }
  }

  private static func withoutParentheses(_ pieces: [[UInt8]]) -> [[UInt8]] {
    let open = Array("(".utf8)
    let close = Array(")".utf8)
    var rest = pieces[...]
    while rest.count > 2, rest.first == open, rest.last == close {
      var depth = 0
      for piece in rest.dropLast() {
        if piece == open { depth += 1 }
        if piece == close { depth -= 1 }
        // The first parenthesis is closed before the end.
        if depth == 0 { return Array(rest) }
      }
      rest = rest.dropFirst().dropLast()
    }
    return Array(rest)
  }

  /// The words that can't be names without quotes; see <https://www.sqlite.org/lang_keywords.html>.
  private static let reservedWords: Set<[UInt8]> = Set(
    """
    add all alter and as autoincrement between case check collate commit constraint create
    current_date current_time current_timestamp default deferrable delete distinct drop else
    escape exists false foreign from group having in index insert intersect into is isnull join
    limit not nothing notnull null on or order primary references returning select set table
    then to transaction true union unique update using values when where
    """.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map(Array.init))
}
