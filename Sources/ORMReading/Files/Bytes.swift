/// The bytes that the scanner looks for.
enum Byte {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let slash = UInt8(ascii: "/")
  static let star = UInt8(ascii: "*")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let hash = UInt8(ascii: "#")
  static let at = UInt8(ascii: "@")
  static let dot = UInt8(ascii: ".")
  static let backtick = UInt8(ascii: "`")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether a word of Swift can begin with the byte; letters beyond ASCII have no bytes below 128.
  var isWordStart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "$") || self >= 128
  }

  var isWord: Bool { isWordStart || isDigit }
}

/// The words that the scanner recognizes, by their hashes.
enum Words {
  static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  /// FNV-1a; see <https://www.rfc-editor.org/rfc/rfc9923.html>.
  static func combine(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  private static func hash(_ word: String) -> UInt64 { word.utf8.reduce(seed, combine) }
  private static func hashes(_ words: String) -> Set<UInt64> {
    Set(words.split(separator: " ").map { hash(String($0)) })
  }

  static let importWord = hash("import")
  static let ifWord = hash("if")
  static let endifWord = hash("endif")
  static let triggers = hash("triggers")
  static let schema = hash("Schema")
  static let variables = hashes("let var")
  /// The keywords before a type's name.
  static let types = hashes("struct enum class actor protocol extension typealias")
  /// The keywords that end the attributes and modifiers of a declaration.
  static let declarations =
    types.union(
      hashes(
        """
        import func let var init subscript operator precedencegroup macro associatedtype if guard \
        for while do switch return try await repeat defer throw
        """))
  /// The words that a top-level declaration can begin with.
  static let beginning =
    declarations.union(
      hashes(
        """
        public private fileprivate internal open package final indirect nonisolated static dynamic \
        lazy weak unowned prefix postfix infix distributed
        """))
  /// The bytes after which a declaration continues on the next line.
  static let goingOn = Set("=,:&.+-|".utf8)
  static let importKinds = hashes("struct enum class actor protocol typealias func let var")
  static let attributes = hashes("Table Embeddable Selection")
  /// The protocols of types that are in the schema, or that determine how values are stored.
  static let protocols = hashes(
    """
    DatabaseTable DatabaseView VirtualTable FullTextTable FullTextIndex RTreeTable TableOrView \
    NamedSource Embeddable
    """)
  /// The bytes before an operand.
  static let beforeOperand = Set("(,=:[{;!&|?<>~^%+-*".utf8)
}
