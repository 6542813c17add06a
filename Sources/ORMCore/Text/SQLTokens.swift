/// The parts of an SQL text, as far as they have to be told apart to find its parameters and its
/// first word.
///
/// See <https://www.sqlite.org/lang_keywords.html> for the quotes and
/// <https://www.sqlite.org/lang_comment.html>.
struct SQLTokens: Sequence, IteratorProtocol {
  enum Kind {
    /// White space, and comments.
    case space
    /// A keyword, a name that stands in no quotes, or a number.
    case word
    /// `$1` or `?1`, and so on.
    case parameter
    /// What stands in quotes.
    case quoted
    case symbol
  }

  /// The number of the parameter that the last token is, if it is one: a `?` is the one after the
  /// highest before it, as in SQLite.
  private(set) var parameter: Int?
  private var highestParameter = 0
  private let utf8: Substring.UTF8View
  private var position: Substring.UTF8View.Index

  init(_ sql: String) {
    utf8 = sql[...].utf8
    position = utf8.startIndex
  }

  mutating func next() -> (kind: Kind, text: Substring)? {
    let start = position
    guard let first = take() else { return nil }
    let kind = kind(from: first)
    let text = Substring(utf8[start..<position])
    parameter =
      switch kind {
      case .parameter: Int(Substring(text.utf8.dropFirst()))
      case .symbol where first == UInt8(ascii: "?"): highestParameter + 1
      default: nil
      }
    highestParameter = Swift.max(highestParameter, parameter ?? 0)
    return (kind, text)
  }

  private mutating func kind(from first: UInt8) -> Kind {
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      // A quote that is doubled ends one quoted text and begins another, which comes to the same.
      takeThrough(first)
      return .quoted
    case UInt8(ascii: "["):
      takeThrough(UInt8(ascii: "]"))
      return .quoted
    case UInt8(ascii: "-") where take(UInt8(ascii: "-")):
      takeThrough(UInt8(ascii: "\n"))
      return .space
    case UInt8(ascii: "/") where take(UInt8(ascii: "*")):
      takeComment()
      return .space
    case UInt8(ascii: "$"):
      let start = position
      takeWord()
      let name = utf8[start..<position]
      return !name.isEmpty && name.allSatisfy(\.isDigit) ? .parameter : .word
    case UInt8(ascii: "?"):
      let start = position
      position = utf8[start...].firstIndex { !$0.isDigit } ?? utf8.endIndex
      return position == start ? .symbol : .parameter
    case _ where first.isSpace: return .space
    case _ where first.isInWord:
      takeWord()
      return .word
    default: return .symbol
    }
  }

  private mutating func take() -> UInt8? {
    guard position < utf8.endIndex else { return nil }
    defer { position = utf8.index(after: position) }
    return utf8[position]
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < utf8.endIndex, utf8[position] == byte else { return false }
    position = utf8.index(after: position)
    return true
  }

  private mutating func takeThrough(_ end: UInt8) {
    while let byte = take(), byte != end {}
  }

  private mutating func takeComment() {
    while let byte = take() {
      if byte == UInt8(ascii: "*") && take(UInt8(ascii: "/")) { return }
    }
  }

  private mutating func takeWord() {
    position = utf8[position...].firstIndex { !$0.isInWord } ?? utf8.endIndex
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }

  /// Whether SQLite takes the byte for part of a name: letters, digits, `_`, `$` and all that is
  /// not ASCII.
  var isInWord: Bool {
    isDigit || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
