/// The tokens of SQL text, as SQLite tokenizes it; together they are the whole text.
///
/// All code that looks for a parameter, a keyword, a literal or a name in SQL text uses these
/// tokens. They do not depend on the grammar.
///
/// See <https://www.sqlite.org/lang_keywords.html> for the quotes,
/// <https://www.sqlite.org/lang_comment.html> and
/// <https://www.sqlite.org/syntax/numeric-literal.html>.
package struct SQLTokens: Sequence, IteratorProtocol {
  /// The number of the last token if it is a parameter with a number. As in SQLite, the number of a
  /// `?` is one more than the highest before it.
  package private(set) var parameter: Int?
  private var highestParameter = 0
  private let utf8: Substring.UTF8View
  private var position: Substring.UTF8View.Index

  package init(_ sql: String) { self.init(sql[...]) }

  package init(_ sql: Substring) {
    utf8 = sql.utf8
    position = utf8.startIndex
  }

  package mutating func next() -> SQLToken? {
    guard position < utf8.endIndex else { return nil }
    let start = position
    let kind = read()
    let token = SQLToken(kind, Substring(utf8[start..<position]))
    parameter = kind == .parameter ? token.writtenNumber : nil
    if kind == .parameter && token.text.utf8.count == 1 { parameter = highestParameter + 1 }
    highestParameter = Swift.max(highestParameter, parameter ?? 0)
    return token
  }

  /// Moves past the token that begins here.
  private mutating func read() -> SQLToken.Kind {
    let first = utf8[position]
    switch first {
    case _ where first.beginsSpace:
      skip(while: \.isSpace)
      return .space
    case UInt8(ascii: "'"): return readQuoted(through: first, as: .string)
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return readQuoted(through: first, as: .quotedName)
    case UInt8(ascii: "["): return readBracketed()
    case UInt8(ascii: "-") where isNext("-"):
      skip { $0 != UInt8(ascii: "\n") }
      return .comment
    case UInt8(ascii: "/") where isNext("*") && byte(at: 2) != nil: return readComment()
    case UInt8(ascii: "x") where isNext("'"), UInt8(ascii: "X") where isNext("'"): return readBlob()
    case UInt8(ascii: "?"):
      advance()
      skip(while: \.isDigit)
      return .parameter
    case UInt8(ascii: "$"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "#"):
      return readNamedParameter()
    case _ where first.isDigit, UInt8(ascii: ".") where byte(at: 1)?.isDigit == true:
      return readNumber()
    // A byte order mark is white space, even in the middle of a text.
    case 0xEF where byte(at: 1) == 0xBB && byte(at: 2) == 0xBF:
      advance(by: 3)
      return .space
    case _ where first.isInWord:
      skip(while: \.isInWord)
      return .word
    default: return readSymbol(first)
    }
  }

  private mutating func readQuoted(through quote: UInt8, as kind: SQLToken.Kind) -> SQLToken.Kind {
    repeat {
      advance()
      skip { $0 != quote }
      guard position < utf8.endIndex else { return .invalid }
      advance()
    } while byte(at: 0) == quote  // a doubled quote is part of the text
    return kind
  }

  private mutating func readBracketed() -> SQLToken.Kind {
    skip { $0 != UInt8(ascii: "]") }
    guard position < utf8.endIndex else { return .invalid }
    advance()
    return .quotedName
  }

  /// Reads a comment. An unterminated comment extends to the end of the text, and is valid.
  private mutating func readComment() -> SQLToken.Kind {
    advance(by: 2)
    while position < utf8.endIndex {
      skip { $0 != UInt8(ascii: "*") }
      if isNext("/") {
        advance(by: 2)
        break
      }
      if position < utf8.endIndex { advance() }
    }
    return .comment
  }

  private mutating func readBlob() -> SQLToken.Kind {
    advance(by: 2)
    let start = position
    skip(while: \.isHexDigit)
    let isEven = utf8.distance(from: start, to: position).isMultiple(of: 2)
    let isWhole = byte(at: 0) == UInt8(ascii: "'")
    skip { $0 != UInt8(ascii: "'") }
    if position < utf8.endIndex { advance() }
    return isEven && isWhole ? .blob : .invalid
  }

  /// Reads `:name` or `$name`; a Tcl `$name` may be followed by `::` and an index in parentheses.
  private mutating func readNamedParameter() -> SQLToken.Kind {
    advance()
    var hasName = false
    while let byte = byte(at: 0) {
      if byte.isInWord {
        hasName = true
        advance()
      } else if byte == UInt8(ascii: ":") && isNext(":") {
        advance(by: 2)
      } else if byte == UInt8(ascii: "(") && hasName {
        skip { $0 != UInt8(ascii: ")") && !$0.isSpace }
        guard self.byte(at: 0) == UInt8(ascii: ")") else { return .invalid }
        advance()
        break
      } else {
        break
      }
    }
    return hasName ? .parameter : .invalid
  }

  private mutating func readNumber() -> SQLToken.Kind {
    if byte(at: 0) == UInt8(ascii: "0"), byte(at: 1).map({ $0 | 0x20 }) == UInt8(ascii: "x"),
      byte(at: 2)?.isHexDigit == true
    {
      advance(by: 2)
      skipDigits(\.isHexDigit)
      return .number
    }
    skipDigits(\.isDigit)
    if byte(at: 0) == UInt8(ascii: ".") {
      advance()
      skipDigits(\.isDigit)
    }
    if byte(at: 0).map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      let isSigned = isNext("+") || isNext("-")
      if byte(at: isSigned ? 2 : 1)?.isDigit == true {
        advance(by: 2)
        skipDigits(\.isDigit)
      }
    }
    guard byte(at: 0)?.isInWord == true else { return .number }
    skip(while: \.isInWord)
    return .invalid
  }

  /// Skips digits, and `_` between two digits, which SQLite supports since 3.46.
  private mutating func skipDigits(_ isDigit: (UInt8) -> Bool) {
    var isBehindDigit = false
    while let byte = byte(at: 0) {
      if isDigit(byte) {
        isBehindDigit = true
      } else if byte == UInt8(ascii: "_"), isBehindDigit, let next = self.byte(at: 1), isDigit(next)
      {
        isBehindDigit = false
      } else {
        break
      }
      advance()
    }
  }

  private mutating func readSymbol(_ first: UInt8) -> SQLToken.Kind {
    let isLonger =
      switch first {
      case UInt8(ascii: "-"): isNext(">")
      case UInt8(ascii: "="): isNext("=")
      case UInt8(ascii: "<"): isNext("=") || isNext(">") || isNext("<")
      case UInt8(ascii: ">"): isNext("=") || isNext(">")
      case UInt8(ascii: "!"): isNext("=")
      case UInt8(ascii: "|"): isNext("|")
      default: false
      }
    let isArrow = first == UInt8(ascii: "-") && isLonger
    advance(by: isLonger ? 2 : 1)
    if isArrow && byte(at: 0) == UInt8(ascii: ">") { advance() }
    return isLonger || Self.symbols.contains(first) ? .symbol : .invalid
  }

  private static let symbols = Array<UInt8>("-+*/%=<>|&~,.;()".utf8)

  // MARK: - Bytes

  /// Returns the byte at this offset from the position; nil after the end.
  private func byte(at offset: Int) -> UInt8? {
    let index = utf8.index(position, offsetBy: offset, limitedBy: utf8.endIndex)
    return index.flatMap { $0 < utf8.endIndex ? utf8[$0] : nil }
  }

  private func isNext(_ scalar: Unicode.Scalar) -> Bool { byte(at: 1) == UInt8(ascii: scalar) }

  private mutating func advance(by count: Int = 1) {
    position = utf8.index(position, offsetBy: count, limitedBy: utf8.endIndex) ?? utf8.endIndex
  }

  private mutating func skip(while isPart: (UInt8) -> Bool) {
    while position < utf8.endIndex, isPart(utf8[position]) {
      position = utf8.index(after: position)
    }
  }
}

extension SQLToken {
  /// The number in a parameter such as `$2` or `?2`.
  package var writtenNumber: Int? {
    guard kind == .parameter, let first = text.utf8.first,
      first == UInt8(ascii: "$") || first == UInt8(ascii: "?")
    else { return nil }
    let digits = text.utf8.dropFirst()
    return digits.allSatisfy(\.isDigit) ? Int(Substring(digits)) : nil
  }
}

extension UInt8 {
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }

  package var isSpace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }

  /// Whether the byte begins white space: a vertical tab is white space only after other white
  /// space.
  fileprivate var beginsSpace: Bool { isSpace && self != 0x0B }

  /// Whether the byte can be part of a name in SQLite: letters, digits, `_`, `$` and bytes that are
  /// not ASCII.
  package var isInWord: Bool {
    isDigit || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
