import ORMCore

/// Reads a `CREATE` statement of `sqlite_schema`.
///
/// SQLite has accepted each of these texts, so what matters is to read those as SQLite does, and
/// not to refuse all others. There is no grammar of expressions: one ends where its parentheses
/// close, and is kept as it is written.
///
/// See <https://www.sqlite.org/lang_createtable.html>.
struct CreateReader {
  /// Why a text can't be read.
  struct Failure: Error {
    let reason: String
  }

  let sql: String
  /// The tokens without comments and white space.
  let tokens: [SQLToken]
  var position = 0
  /// The name behind the last `CONSTRAINT`, as long as nothing has taken it.
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
    let found = current.map { "«\($0.text)»" } ?? "the text ends"
    return Failure(reason: "\(expected) is expected where there is \(found)")
  }
}

// MARK: - Words

extension CreateReader {
  // In place: a token that is copied counts as one more owner of the text.
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

  /// A name, in any quotes or in none.
  mutating func name() throws(Failure) -> String {
    guard let token = current, token.canBeName else { throw failure("a name") }
    position += 1
    return token.unquoted
  }

  /// The name of the object, behind `CREATE TABLE` and the like.
  mutating func objectName() throws(Failure) -> String {
    if accept("IF", "NOT") { try expect("EXISTS") }
    return try qualifiedName()
  }

  /// A name that can have its database's before it.
  mutating func qualifiedName() throws(Failure) -> String {
    let first = try name()
    return accept(symbol: ".") ? try name() : first
  }
}

// MARK: - Parentheses

extension CreateReader {
  /// The places of the tokens between two parentheses, which are skipped.
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

  /// The text between two parentheses with its comments, without white space around it.
  mutating func parenthesizedText() throws(Failure) -> String {
    let range = try parenthesized()
    let start = tokens[range.lowerBound - 1].text.endIndex
    let end = tokens[range.upperBound].text.startIndex
    return String(Substring(sql.utf8[start..<end].trimmed))
  }

  /// The text from the first of the tokens to the last one, as it is written.
  func text(_ range: Range<Int>) -> String {
    guard let first = token(at: range.lowerBound), let last = token(at: range.upperBound - 1),
      !range.isEmpty
    else { return "" }
    return String(sql[first.text.startIndex..<last.text.endIndex])
  }

  /// The parts between commas that are in no parentheses of their own.
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

  /// Names in parentheses. Old files have collations and orders behind them, which SQLite does not
  /// use.
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

  /// The text up to the end, without the semicolon there.
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
