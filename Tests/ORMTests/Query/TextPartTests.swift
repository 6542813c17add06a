import ORM
import Testing

struct TextPartTests {
  @Test("contains is case-sensitive, and its text has no wildcards")
  func contains() async throws {
    try await expect(
      Song.where { $0.title.contains("Operator") }, #" WHERE instr("title", $1) > 0"#, ["Operator"],
      ids: [1])
    try await expect(
      Song.where { $0.title.contains("100%") }, #" WHERE instr("title", $1) > 0"#, ["100%"],
      ids: [4])
    for (text, ids) in [("_", []), ("0% \"P", [4]), ("\0Mé", [5]), ("", [1, 2, 3, 4, 5])] {
      let found = try await Song.database().fetch(Song.where { $0.title.contains(text) }).map(\.id)
      #expect(found == ids, "\(text)")
    }
  }

  @Test("ignoringCase ignores the case of ASCII letters")
  func ignoringCase() async throws {
    try await expect(
      Song.where { $0.title.contains("OPERATOR", ignoringCase: true) },
      #" WHERE instr(lower("title"), $1) > 0"#, ["operator"], ids: [1, 3])
    try await expect(
      Song.where { $0.title.hasPrefix("s", ignoringCase: true) },
      #" WHERE "title" LIKE $1 ESCAPE '\'"#, ["s%"], ids: [1, 2, 3])
    try await expect(
      Song.where { $0.title.hasSuffix("WHAT", ignoringCase: true) },
      #" WHERE substr(CAST(lower("title") AS BLOB), -length(CAST($1 AS BLOB))) = CAST($2 AS BLOB)"#,
      ["what", "what"], ids: [2])
  }

  @Test("hasPrefix is case-sensitive, and its text has no wildcards")
  func hasPrefix() async throws {
    try await expect(
      Song.where { $0.title.hasPrefix("S") }, #" WHERE "title" GLOB $1"#, ["S*"], ids: [1, 2])
    try await expect(
      Song.where { $0.title.hasPrefix("Naïve\0M") }, #" WHERE instr("title", $1) = 1"#,
      ["Naïve\0M"], ids: [5])
    try await expect(
      Song.where { $0.title.hasPrefix("[a]?*") }, #" WHERE "title" GLOB $1"#, ["[[]a][?][*]*"],
      ids: [])
  }

  @Test("hasSuffix is case-sensitive, and compares the bytes after a NUL")
  func hasSuffix() async throws {
    let sql = #" WHERE substr(CAST("title" AS BLOB), -length(CAST($1 AS BLOB))) = CAST($2 AS BLOB)"#
    try await expect(
      Song.where { $0.title.hasSuffix("Operator") }, sql, ["Operator", "Operator"], ids: [1])
    try await expect(Song.where { $0.title.hasSuffix("🎶") }, sql, ["🎶", "🎶"], ids: [5])
    try await expect(
      Song.where { $0.title.hasSuffix("") }, #" WHERE instr("title", $1) > 0"#, [""],
      ids: [1, 2, 3, 4, 5])
  }

  /// Texts that are searched for in each other.
  private static let texts = [
    "", "a", "A", "b", "ab", "a%", "a%b", "%", "%\u{301}", "a%\u{301}b", "_", "_\u{308}", "a_b",
    "\\", "\\%", "\\\u{301}", "a\\b", "[", "[a]", "[^a]", "]", "*", "*\u{301}", "a*b", "?", "a?b",
    "é", "e\u{301}", "É", "'", "\"", "🎶", "a🎶", "0", "\u{10FFFF}", "ab%", "%ab", "\n", "a\nb",
    "\0", "a\0", "\0a", "a\0B", "A\0b", "b\0\0A", "%\0",
  ]

  @Test("Each text is found exactly in the texts that contain its bytes", arguments: texts)
  func bytes(part: String) async throws {
    let db = try Database.inMemory()
    try await db.create(Phrase.self)
    for (id, text) in Self.texts.enumerated() { try await db.insert(Phrase(id: id, text: text)) }
    func found(_ condition: SQLExpression<Bool>) async throws -> [[UInt8]] {
      let query = Phrase.where { _ in condition }.order(\.id)
      return try await db.fetch(query).map { Array(($0.text ?? "").utf8) }
    }
    func expected(_ matches: Match) -> [[UInt8]] {
      Self.texts.map { Array($0.utf8) }.filter { matches($0, Array(part.utf8)) }
    }
    let (contains, hasPrefix, hasSuffix): (Match, Match, Match) = (
      { $0.firstRange(of: $1) != nil || $1.isEmpty }, { $0.starts(with: $1) },
      { $0.reversed().starts(with: $1.reversed()) }
    )
    let text = Phrase.columns.text
    #expect(try await found(text.contains(part)) == expected(contains))
    #expect(try await found(text.hasPrefix(part)) == expected(hasPrefix))
    #expect(try await found(text.hasSuffix(part)) == expected(hasSuffix))
    let folded: (@escaping Match) -> Match = { match in { match($0.foldedASCII, $1.foldedASCII) } }
    #expect(
      try await found(text.contains(part, ignoringCase: true)) == expected(folded(contains)))
    #expect(
      try await found(text.hasPrefix(part, ignoringCase: true)) == expected(folded(hasPrefix)))
    #expect(
      try await found(text.hasSuffix(part, ignoringCase: true)) == expected(folded(hasSuffix)))
  }

  @Test("The text of another column is searched for without wildcards")
  func columns() async throws {
    let db = try Database.inMemory()
    try await db.create(Phrase.self)
    try await db.insert([
      Phrase(id: 1, text: "a%b", part: "%"), Phrase(id: 2, text: "ab", part: "%"),
      Phrase(id: 3, text: "ab", part: "a"), Phrase(id: 4, text: "ab", part: nil),
    ])
    let contained = Phrase.where { $0.text.contains($0.part) }
    #expect(try contained.statement().sql.hasSuffix(#" WHERE instr("text", "part") > 0"#))
    #expect(try await db.fetch(contained).map(\.id) == [1, 3])
    let first = Phrase.where { $0.text.hasPrefix($0.part) }
    #expect(try first.statement().sql.hasSuffix(#" WHERE instr("text", "part") = 1"#))
    #expect(try await db.fetch(first).map(\.id) == [3])
  }

  @Test("NULL contains no text, and the negated condition finds it")
  func null() async throws {
    let db = try Database.inMemory()
    try await db.create(Phrase.self)
    try await db.insert([Phrase(id: 1, text: "a"), Phrase(id: 2, text: nil)])
    let text = Phrase.columns.text
    for condition in [
      text.contains("a"), text.hasPrefix("a"), text.hasSuffix("a"), text.contains(""),
      text.hasPrefix(""), text.hasSuffix(""), text.contains("a", ignoringCase: true),
    ] {
      #expect(try await db.fetch(Phrase.where { _ in condition }).map(\.id) == [1])
      #expect(try await db.fetch(Phrase.where { _ in !condition }).map(\.id) == [2])
    }
  }

  @Test("A part that is NULL is in no text, and the negated condition holds")
  func nullPart() async throws {
    let db = try Database.inMemory()
    try await db.create(Word.self)
    try await db.insert([Word(id: 1, text: "a", part: "a"), Word(id: 2, text: "a", part: nil)])
    // Only the part can be NULL here, although its type is not optional.
    let part = SQLExpression<String>(sql: "\(Word.columns.part)")
    for condition in [
      Word.columns.text.optional().contains(Word.columns.part),
      Word.columns.text.optional().hasPrefix(Word.columns.part),
      Word.columns.text.contains(part), Word.columns.text.hasPrefix(part),
    ] {
      #expect(try await db.fetch(Word.where { _ in condition }).map(\.id) == [1])
      #expect(try await db.fetch(Word.where { _ in !condition }).map(\.id) == [2])
    }
  }

  @Test("hasPrefix finds its rows by an index")
  func index() async throws {
    let db = try Database.inMemory()
    try await db.create(Phrase.self)
    try await db.execute("CREATE INDEX phrase_text ON phrase (text)")
    #expect(
      try await db.explain(Phrase.where { $0.text.hasPrefix("a") }).uses(index: "phrase_text"))
  }
}

private typealias Match = ([UInt8], [UInt8]) -> Bool

@Table
private struct Phrase {
  let id: Int
  var text: String?
  var part: String?
}

@Table
private struct Word {
  let id: Int
  var text: String
  var part: String?
}

extension [UInt8] {
  fileprivate var foldedASCII: [UInt8] { map { (65...90).contains($0) ? $0 | 0x20 : $0 } }
}
