/// A token of SQL text, as SQLite tokenizes it.
package struct SQLToken: Sendable {
  package enum Kind: Sendable {
    /// A keyword, or a name without quotes.
    case word
    /// `'text'`
    case string
    /// `"name"`, `` `name` `` or `[name]`
    case quotedName
    /// `1`, `0x1F`, `1.5e3`
    case number
    /// `x'00ff'`
    case blob
    /// `?`, `?1`, `$1`, `:name`, `@name`
    case parameter
    /// An operator or a punctuation mark.
    case symbol
    /// `-- …` up to the end of the line, or `/* … */`
    case comment
    case space
    /// Text that is not valid in a statement: unterminated quotes, `12a`, `\`.
    case invalid
  }

  package let kind: Kind
  package let text: Substring
  /// The number of bytes of the text.
  private let count: Int

  package init(_ kind: Kind, _ text: Substring) {
    self.kind = kind
    self.text = text
    count = text.utf8.count
  }
}

extension SQLToken {
  /// Whether it is white space or a comment, which only separates tokens.
  package var isBlank: Bool { kind == .space || kind == .comment }

  package func isSymbol(_ symbol: StaticString) -> Bool {
    kind == .symbol && count == symbol.utf8CodeUnitCount
      && text.utf8.elementsEqual(symbol.bytes)
  }

  /// Returns whether it is this keyword, which is passed in capitals. A quoted name is not a
  /// keyword.
  package func isKeyword(_ keyword: StaticString) -> Bool {
    // Most words differ in length, which is stored.
    kind == .word && count == keyword.utf8CodeUnitCount
      && text.utf8.elementsEqual(keyword.bytes) { $0.raisedInASCII == $1 }
  }

  /// The text without its quotes, with doubled quotes inside undoubled.
  package var unquoted: String {
    guard kind == .string || kind == .quotedName, let quote = text.utf8.first else {
      return String(text)
    }
    let inside = text.utf8.dropFirst().dropLast()
    guard quote != UInt8(ascii: "["), inside.contains(quote) else {
      return String(Substring(inside))
    }
    var isSecond = false
    let bytes = inside.filter { byte in
      isSecond = byte == quote && !isSecond
      return byte != quote || isSecond
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
