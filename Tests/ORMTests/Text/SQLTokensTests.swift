import CSQLite
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("SQL tokens")
struct SQLTokensTests {
  @Test(
    "Tokens have the kind that their first character determines",
    arguments: [
      ("SELECT a$1", [.word, .space, .word]), ("é🎷_9", [.word]),
      ("'it''s' '' 'a", [.string, .space, .string, .space, .invalid]),
      (#""a""b" `c``d` [e"f]"#, [.quotedName, .space, .quotedName, .space, .quotedName]),
      ("1 1.5 .5 5. 1e3 1.e-3 0x1F", Self.spaced(.number, 7)),
      ("1_000 0xF_F 1_0.0_1", Self.spaced(.number, 3)),
      ("1a 1__0 1_ 1e_3 1.5x", Self.spaced(.invalid, 5)), ("1e", [.invalid]),
      ("a.1e3", [.word, .number]),
      ("x'00ff' X''", [.blob, .space, .blob]), ("x'0' x'0g' x'00", Self.spaced(.invalid, 3)),
      ("xx'0'", [.word, .string]),
      ("? ?1 $1 :a @a $a::b $a(b)", Self.spaced(.parameter, 7)),
      ("$ : @ # $a(b", Self.spaced(.invalid, 5)),
      ("-> ->> || == <= <> << >= >> != - / * ; . ( )", Self.spaced(.symbol, 17)),
      ("! \\ ^ {", Self.spaced(.invalid, 4)),
      ("--a'\n/*b'*/--c", [.comment, .space, .comment, .comment]), ("/**/", [.comment]),
      ("/*/", [.comment]), ("/* a", [.comment]), ("/*", [.symbol, .symbol]),
      ("- -", [.symbol, .space, .symbol]),
      ("\u{FEFF}a \u{B}", [.space, .word, .space]), ("\u{B}", [.invalid]), ("[a", [.invalid]),
    ] as [(String, [SQLToken.Kind])])
  func kinds(sql: String, kinds: [SQLToken.Kind]) {
    #expect(SQLTokens(sql).map(\.kind) == kinds)
  }

  private static func spaced(_ kind: SQLToken.Kind, _ count: Int) -> [SQLToken.Kind] {
    Array([kind].cycled(count).joined(separator: [.space]))
  }

  @Test(
    "Tokens end where SQLite's tokens end, in random text",
    arguments: 1...10 as ClosedRange<UInt64>)
  func ends(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    var count = 0
    for _ in 0..<1000 {
      let sql = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let tokens = Array(SQLTokens(sql))
      #expect(tokens.map { String($0.text) }.joined().hasSameBytes(as: sql))
      for (index, token) in tokens.enumerated() {
        // No statement begins with any of these tokens, so the parser reports the first one that
        // it reads.
        let rest = String(sql[token.text.startIndex...])
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, rest, -1, &statement, nil)
        sqlite3_finalize(statement)
        guard let first = tokens[index...].first(where: { !$0.isBlank && !$0.isSymbol(";") })
        else {
          #expect(code == SQLITE_OK, "\(rest.debugDescription)")
          continue
        }
        let message = String(cString: sqlite3_errmsg(handle))
        let expected =
          first.kind == .invalid
          ? "unrecognized token: \"\(first.text)\"" : "near \"\(first.text)\": syntax error"
        if first.isReadAlikeByAllVersions {
          #expect(message.hasSameBytes(as: expected), "\(rest.debugDescription)")
          count += 1
        }
      }
    }
    #expect(count > 1000)
  }

  private static let pieces = [
    "x", "e", "E", "a", "_", "$", "0", "1", "9", ".", "'", "\"", "`", "[", "]", "-", "/", "*", "+",
    "?", ":", "@", "#", "(", ")", "=", "<", ">", "!", "|", "&", "~", ",", "%", "\\", "{", "^", " ",
    "\t", "\n", "\u{B}", "é", "e\u{301}", "🎷", "\u{FEFF}", "::", "--", "/*", "*/", "''", "x'", "0x",
    "e+", ";",
  ]

  @Test(
    "Literals and parameters have the type that SQLite gives them",
    arguments: [
      (.string, "'a'", "text"), (.blob, "x'00'", "blob"), (.blob, "X''", "blob"),
      (.number, "12", "integer"), (.number, "0X1f", "integer"), (.number, "1.", "real"),
      (.number, ".5", "real"), (.number, "1E+2", "real"), (.parameter, "?", "null"),
      (.parameter, "?7", "null"), (.parameter, "$a", "null"), (.parameter, ":a", "null"),
      (.parameter, "@a", "null"), (.parameter, "$a::b", "null"), (.parameter, "$a(b)", "null"),
    ] as [(SQLToken.Kind, String, String)])
  func types(kind: SQLToken.Kind, sql: String, type: String) throws {
    #expect(SQLTokens(sql).map(\.kind) == [kind])
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    #expect(try text("SELECT typeof(\(sql))", try #require(handle)) == type)
  }

  @Test(
    "Quotes of a token are removed as SQLite removes them",
    arguments: [
      #""a""b""#, "`a``b`", "[a]", "[a[b\"]", "'a''b'", "''", "\"\"\"\"", "\"é''\"", "a", "'''a'''",
      "'\u{301}'",
      "\"\"\"\"\"\"",
    ])
  func quotes(quoted: String) throws {
    let token = try #require(SQLTokens(quoted).first { _ in true })
    #expect(token.text.utf8.count == quoted.utf8.count)
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    // As the name of a column, a text in single quotes is a name, too.
    let name = try text("SELECT name FROM pragma_table_info('t')", try withTable(quoted, handle))
    #expect(try #require(name).hasSameBytes(as: token.unquoted))
  }

  private func withTable(_ column: String, _ handle: OpaquePointer?) throws -> OpaquePointer {
    let handle = try #require(handle)
    try #require(sqlite3_exec(handle, "CREATE TABLE t(\(column))", nil, nil, nil) == SQLITE_OK)
    return handle
  }

  @Test("A keyword is recognized in any case, but not in quotes or as part of a word")
  func keywords() throws {
    let tokens = SQLTokens("check CHECK Check \"CHECK\" CHECKS CHEC checķ").filter { !$0.isBlank }
    #expect(tokens.map { $0.isKeyword("CHECK") } == [true, true, true, false, false, false, false])
  }

  @Test("A parameter has its written or counted number")
  func parameters() {
    var tokens = SQLTokens("? ?5 ? $7 ? :8 $a ? '?' -- ?9\n $10")
    var numbers: [Int?] = []
    while let token = tokens.next() {
      if token.kind == .parameter { numbers.append(tokens.parameter) }
    }
    #expect(numbers == [1, 5, 6, 7, 8, nil, nil, 9, 10])
  }

  @Test("An unterminated comment after 200,000 tokens is read in one pass")
  func unended() {
    let sql =
      String(repeating: "a 'b' ", count: 50_000) + "/* " + String(repeating: "* ", count: 100_000)
    #expect(SQLTokens(sql).reduce(0) { count, _ in count + 1 } == 200_001)
  }
}

extension SQLToken {
  /// Whether all versions of SQLite tokenize it alike: `1_000` is a number from 3.46 on, and
  /// `0x1g` is one token.
  fileprivate var isReadAlikeByAllVersions: Bool {
    !text.utf8.contains(UInt8(ascii: "_")) || kind == .word || kind == .parameter
  }
}

extension [SQLToken.Kind] {
  fileprivate func cycled(_ count: Int) -> [[SQLToken.Kind]] {
    Array<[SQLToken.Kind]>(repeating: self, count: count)
  }
}
