/// Makes texts of few parts, so that many of them look alike, to Swift or to a reader, and are not
/// the same.
struct Glyphs {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// What a text is made of: the same letters in several encodings and cases, marks that join what
  /// is before them and after them, and what means something in SQL, in patterns, in JSON and in C.
  private static let parts = [
    "\u{E9}", "e\u{301}", "\u{C9}", "E\u{301}", "e", "E", "k", "K", "\u{212A}", "\u{E5}",
    "\u{212B}",
    "a\u{30A}", ";", "\u{37E}", "s", "\u{17F}", "\u{DF}", "i", "\u{130}", "\u{131}", "\u{FB01}",
    "a\u{323}\u{307}", "a\u{307}\u{323}", "\u{1EA1}\u{307}", "\u{AC00}", "\u{1100}\u{1161}",
    "\u{301}", "\u{600}", "\u{110BD}", "\u{200D}", "\u{FEFF}", "\u{FE0F}", "\u{1F1E6}",
    "\u{10FFFF}",
    "'", "\"", "`", "[", "]", "\\", "%", "_", "$1", "?1", "--", "/*", "*/", " ", "\r\n", "\n", "\t",
    ".", ",", "{", "}", "#", "\u{1}", "\u{7F}",
  ]

  /// - Parameter canHaveNUL: Names can't: C's functions end them there.
  mutating func text(canHaveNUL: Bool = true) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      if canHaveNUL && chance(30) {
        text += "\0"
      } else {
        text += Self.parts.randomElement(using: &random) ?? ""
      }
    }
    return text
  }

  /// A name of a table or a column, which is not empty.
  mutating func name() -> String {
    let name = text(canHaveNUL: false)
    return name.isEmpty ? self.name() : name
  }

  /// Another text that looks like this one to Swift or to a reader, where there is one.
  mutating func twin(of text: String) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Self.composed.reduce(text) { $0.replacingBytes($1.0, by: $1.1) }
    case 1: Self.composed.reduce(text) { $0.replacingBytes($1.1, by: $1.0) }
    case 2: text.uppercased()
    default: text.lowercased()
    }
  }

  private static let composed = [
    ("e\u{301}", "\u{E9}"), ("E\u{301}", "\u{C9}"), ("a\u{30A}", "\u{E5}"), ("K", "\u{212A}"),
    (";", "\u{37E}"), ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{1100}\u{1161}", "\u{AC00}"),
  ]

  mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
}

/// A text as SQLite has it.
typealias Bytes = [UInt8]

extension String {
  var bytes: Bytes { Bytes(utf8) }

  /// The bytes with ASCII's letters in lower case: names are the same where these are.
  var folded: Bytes { utf8.map { (65...90).contains($0) ? $0 | 32 : $0 } }

  fileprivate func replacingBytes(_ part: String, by other: String) -> String {
    let (bytes, part) = (bytes, part.bytes)
    var result: Bytes = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: part) {
        result += other.utf8
        index += part.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
