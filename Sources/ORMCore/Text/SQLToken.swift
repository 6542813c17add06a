/// A part of an SQL text that SQLite reads as one.
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
    /// What no statement can have: quotes that don't end, `12a`, `\`.
    case invalid
  }

  package let kind: Kind
  package let text: Substring
  /// How many bytes the text has.
  private let count: Int

  package init(_ kind: Kind, _ text: Substring) {
    self.kind = kind
    self.text = text
    count = text.utf8.count
  }
}

extension SQLToken {
  /// Whether it only keeps others apart.
  package var isBlank: Bool { kind == .space || kind == .comment }

  package func isSymbol(_ symbol: StaticString) -> Bool {
    kind == .symbol && count == symbol.utf8CodeUnitCount
      && text.utf8.elementsEqual(symbol.bytes)
  }

  /// Whether it is this keyword, which is given in capitals; a name in quotes is none.
  package func isKeyword(_ keyword: StaticString) -> Bool {
    // Most words differ in length, which is known.
    kind == .word && count == keyword.utf8CodeUnitCount
      && text.utf8.elementsEqual(keyword.bytes) { $0.raisedInASCII == $1 }
  }

  /// The text without its quotes, and with those that were doubled inside of it once.
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
