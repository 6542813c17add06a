import ORM
import Testing

@Suite("Functions of text and of bytes")
struct TextFunctionTests {
  @Test("Lengths are counted in characters or in bytes")
  func lengths() async throws {
    try await expect({ $0.text.length() }, #"length("text")"#, values: [12, 4])
    try await expect({ $0.note.length() }, #"length("note")"#, values: [5, nil])
    try await expect(
      { $0.text.octetLength() }, #"length(CAST("text" AS BLOB))"#, values: [12, 5])
    try await expect({ $0.bytes.length() }, #"length("bytes")"#, values: [3, 0])
  }

  @Test("instr counts from 1, and returns 0 if the text does not occur")
  func occurrences() async throws {
    try await expect({ $0.text.instr("of") }, #"instr("text", $1)"#, ["of"], values: [6, 0])
    try await expect(
      { $0.text.optional().instr($0.note) }, #"instr("text", "note")"#, values: [0, nil])
  }

  @Test("substr counts from 1, or from the end if the start is negative")
  func parts() async throws {
    try await expect(
      { $0.text.substr(1, 4) }, #"substr("text", $1, $2)"#, [1, 4], values: ["Kind", "Élan"])
    try await expect(
      { $0.note.substr(-2) }, #"substr("note", $1)"#, [-2], values: ["-a", nil])
    try await expect(
      { $0.text.substr($0.text.instr("o")) }, #"substr("text", instr("text", $1))"#, ["o"],
      values: ["of Blue", "Élan"])
    try await expect(
      { $0.text.substr($0.id, $0.id) }, #"substr("text", "id", "id")"#, values: ["K", "la"])
    try await expect(
      { $0.bytes.substr(2) }, #"substr("bytes", $1)"#, [2], values: [[2, 255], nil])
    try await expect(
      { $0.bytes.substr(1, 1) }, #"substr("bytes", $1, $2)"#, [1, 1], values: [[1], nil])
  }

  @Test("Texts can be replaced, trimmed and appended to")
  func changes() async throws {
    try await expect(
      { $0.note.replace("a", with: "c") }, #"replace("note", $1, $2)"#, ["a", "c"],
      values: ["c-b-c", nil])
    try await expect(
      { $0.text.replace($0.text, with: $0.text) }, #"replace("text", "text", "text")"#,
      values: ["Kind of Blue", "Élan"])
    try await expect(
      { $0.text.appending("  ").trim() }, #"trim("text" || $1)"#, ["  "],
      values: ["Kind of Blue", "Élan"])
    try await expect({ $0.note.trim("a") }, #"trim("note", $1)"#, ["a"], values: ["-b-", nil])
    try await expect({ $0.note.ltrim("a") }, #"ltrim("note", $1)"#, ["a"], values: ["-b-a", nil])
    try await expect({ $0.note.rtrim("a") }, #"rtrim("note", $1)"#, ["a"], values: ["a-b-", nil])
    try await expect({ $0.note.ltrim() }, #"ltrim("note")"#, values: ["a-b-a", nil])
    try await expect(
      { $0.text.appending("/").appending($0.text).length() },
      #"length("text" || $1 || "text")"#, ["/"], values: [25, 9])
    try await expect(
      { $0.text.appending($0.text.appending("/")).length() },
      #"length("text" || ("text" || $1))"#, ["/"], values: [25, 9])
    try await expect(
      where: { $0.text.optional().appending($0.note) == "Kind of Bluea-b-a" },
      #"("text" || "note") IS $1"#, ["Kind of Bluea-b-a"], rows: [1])
  }

  @Test("A sum or a collated text stays one operand if text is appended to it")
  func appendingToSums() async throws {
    try await expect(
      { ($0.number + 1).cast(as: String.self).appending("%") },
      #"CAST("number" + $1 AS TEXT) || $2"#, [1, "%"], values: ["-6%", "4%"])
    try await expect(
      { $0.text.collate(.noCase).appending("%") }, #"("text" COLLATE NOCASE) || $1"#, ["%"],
      values: ["Kind of Blue%", "Élan%"])
  }

  @Test("unicode, hex, quote and char convert texts and bytes to and from codes")
  func codes() async throws {
    try await expect({ $0.text.unicode() }, #"unicode("text")"#, values: [75, 201])
    try await expect(
      { $0.text.substr(99).unicode() }, #"unicode(substr("text", $1))"#, [99], values: [nil, nil])
    try await expect({ $0.note.hex() }, #"hex("note")"#, values: ["612D622D61", ""])
    try await expect({ $0.bytes.hex() }, #"hex("bytes")"#, values: ["0102FF", ""])
    try await expect({ $0.note.quote() }, #"quote("note")"#, values: ["'a-b-a'", "NULL"])
    try await expect(
      { _ in SQLFunction.char("K", "é") }, "char($1, $2)", [75, 233], values: ["Ké", "Ké"])
  }

  @Test("soundex returns the Soundex code of a text if SQLite was built with it")
  func soundex() async throws {
    let database = try await FunctionSample.database()
    let isBuilt = try await database.value(
      Bool.self, sql: "SELECT sqlite_compileoption_used('SOUNDEX')")
    guard isBuilt else { return }
    try await expect({ $0.note.soundex() }, #"soundex("note")"#, values: ["A100", "?000"])
  }

  @Test("A pattern of LIKE or GLOB can be a column or an expression")
  func patterns() async throws {
    try await expect(
      where: { $0.text.like($0.text.substr(1, 1).appending("%")) },
      #""text" LIKE (substr("text", $1, $2) || $3)"#, [1, 1, "%"], rows: [1, 2])
    try await expect(
      where: { $0.note.like($0.note, escape: "#") }, #""note" LIKE "note" ESCAPE '#'"#, rows: [1])
    try await expect(where: { $0.note.glob($0.note) }, #""note" GLOB "note""#, rows: [1])
  }

  @Test("regexp throws until the program adds a function for it")
  func regularExpressions() async throws {
    let query = FunctionSample.where { $0.text.regexp("^K.*e$") }.select { $0.id }
    #expect(
      try query.statement()
        == Statement(
          sql: #"SELECT "id" FROM "sample" WHERE "text" REGEXP $1"#, arguments: ["^K.*e$"]))
    let database = try await FunctionSample.database()
    let error = await #expect(throws: DatabaseError.self) { try await database.fetch(query) }
    #expect(error?.message == "no such function: REGEXP")
    try database.add(
      DatabaseFunction("regexp", .deterministic) { (pattern: String, text: String) in
        try text.contains(Regex(pattern))
      })
    #expect(try await database.fetch(query) == [1])
  }
}
