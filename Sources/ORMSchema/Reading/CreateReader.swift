import ORMCore

/// Reads a `CREATE` statement of `sqlite_schema`.
///
/// SQLite has accepted each of these texts, so they must be read as SQLite reads them; other texts
/// need not be rejected. Expressions have no grammar: an expression ends where its parentheses
/// close, and is kept verbatim.
///
/// See <https://www.sqlite.org/lang_createtable.html>.
struct CreateReader {
  /// The reason why a text can't be read.
  struct Failure: Error {
    let reason: String
  }

  let sql: String
  /// The tokens without comments and white space.
  let tokens: [SQLToken]
  var position = 0
  /// The name after the last `CONSTRAINT`, until a constraint has taken it.
  var constraintName: String?
  /// The name that SQLite gives to the next check: see ``Schema/Check/name``.
  var checkName: String?

  init(_ sql: String) {
    self.sql = sql
    var all = SQLTokens(sql)
    var tokens: [SQLToken] = []
    tokens.reserveCapacity(sql.utf8.count / 4)
    while let token = all.next() { if !token.isBlank { tokens.append(token) } }
    self.tokens = tokens
  }

  var current: SQLToken? { token(at: position) }

  func token(at position: Int) -> SQLToken? {
    tokens.indices.contains(position) ? tokens[position] : nil
  }

  func failure(_ expected: String) -> Failure {
    let found = current.map { "«\($0.text)»" } ?? "the end of the text"
    return Failure(reason: "expected \(expected), found \(found)")
  }
}

// MARK: - Words

extension CreateReader {
  // The token is read in place: a copy would retain the text.
  func isNext(_ keyword: StaticString) -> Bool {
    position < tokens.count && tokens[position].isKeyword(keyword)
  }

  func isNext(_ first: StaticString, _ second: StaticString) -> Bool {
    isNext(first) && position + 1 < tokens.count && tokens[position + 1].isKeyword(second)
  }

  func isNext(symbol: StaticString) -> Bool {
    position < tokens.count && tokens[position].isSymbol(symbol)
  }

  mutating func accept(_ keyword: StaticString) -> Bool {
    guard isNext(keyword) else { return false }
    position += 1
    return true
  }

  mutating func accept(_ first: StaticString, _ second: StaticString) -> Bool {
    guard isNext(first, second) else { return false }
    position += 2
    return true
  }

  mutating func accept(symbol: StaticString) -> Bool {
    guard isNext(symbol: symbol) else { return false }
    position += 1
    return true
  }

  mutating func expect(_ keyword: StaticString) throws(Failure) {
    guard accept(keyword) else { throw failure("\(keyword)") }
  }

  mutating func expect(symbol: StaticString) throws(Failure) {
    guard accept(symbol: symbol) else { throw failure("«\(symbol)»") }
  }

  /// Reads a name, with or without quotes.
  mutating func name() throws(Failure) -> String {
    guard let token = current, token.canBeName else { throw failure("a name") }
    position += 1
    return token.unquoted
  }

  /// Reads the object's name after `CREATE TABLE` and the like.
  mutating func objectName() throws(Failure) -> String {
    if accept("IF", "NOT") { try expect("EXISTS") }
    return try qualifiedName()
  }

  /// Reads a name that may be qualified with a database's.
  mutating func qualifiedName() throws(Failure) -> String {
    let first = try name()
    return accept(symbol: ".") ? try name() : first
  }
}

// MARK: - Parentheses

extension CreateReader {
  /// Skips a parenthesized group, and returns the positions of the tokens inside.
  mutating func parenthesized() throws(Failure) -> Range<Int> {
    try expect(symbol: "(")
    let start = position
    var depth = 1
    while position < tokens.count {
      if isNext(symbol: "(") { depth += 1 }
      if isNext(symbol: ")") { depth -= 1 }
      position += 1
      if depth == 0 { return start..<(position - 1) }
    }
    throw failure("«)»")
  }

  /// Reads the text between two parentheses with its comments, without white space around it.
  mutating func parenthesizedText() throws(Failure) -> String {
    let range = try parenthesized()
    let start = tokens[range.lowerBound - 1].text.endIndex
    let end = tokens[range.upperBound].text.startIndex
    return String(Substring(sql.utf8[start..<end].trimmed))
  }

  /// Returns the text from the first to the last of the tokens, verbatim.
  func text(_ range: Range<Int>) -> String {
    guard let first = token(at: range.lowerBound), let last = token(at: range.upperBound - 1),
      !range.isEmpty
    else { return "" }
    return String(sql[first.text.startIndex..<last.text.endIndex])
  }

  /// Returns the parts between commas that are not in nested parentheses.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var depth = 0
    for place in range {
      if tokens[place].isSymbol("(") { depth += 1 }
      if tokens[place].isSymbol(")") { depth -= 1 }
      if depth == 0 && tokens[place].isSymbol(",") {
        parts.append(start..<place)
        start = place + 1
      }
    }
    return parts + [start..<range.upperBound]
  }

  /// Reads names in parentheses. In old files, collations and orders follow them, which SQLite
  /// ignores.
  mutating func names() throws(Failure) -> [String] {
    var names: [String] = []
    for part in parts(of: try parenthesized()) {
      guard let token = token(at: part.lowerBound), !part.isEmpty, token.canBeName else {
        throw failure("a list of names")
      }
      names.append(token.unquoted)
    }
    return names
  }

  /// Reads the rest of the text, without a final semicolon.
  mutating func remainder() -> String {
    var end = tokens.count
    while end > position, tokens[end - 1].isSymbol(";") { end -= 1 }
    defer { position = tokens.count }
    return text(position..<end)
  }
}

extension SQLToken {
  package var canBeName: Bool { kind == .word || kind == .quotedName || kind == .string }
}

extension Substring.UTF8View {
  /// Without white space at both ends.
  var trimmed: Self {
    var rest = drop(while: \.isSpace)
    while let last = rest.last, last.isSpace { rest.removeLast() }
    return rest
  }
}
