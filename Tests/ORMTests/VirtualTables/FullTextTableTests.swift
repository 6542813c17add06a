import ORM
import Testing

private typealias Note = SearchedNote

/// Texts that are indexed, but not stored.
@Table("contentless")
private struct Contentless {
  @Column("rowid") let id: Int
  var text: String
}

extension Contentless: FullTextTable {
  static let fullText = FullTextOptions(content: .none)
}

@Table("part")
private struct Part: Equatable {
  var name: String
}

extension Part: FullTextTable {
  static let fullText = FullTextOptions(tokenizer: .trigram(caseSensitive: true), detail: .none)
}

/// A table with a lazy text.
@Table("letter")
private struct SentLetter: Equatable {
  @Column("rowid") var id: Int?
  var title: String
  @Column(lazy: true) var text: Lazy<String>
  var place: String
}

extension SentLetter: FullTextTable {}

@Table("shouted")
private struct Shouted {
  var text: String
  @Column(generated: .virtual("upper(text)")) let loud: String
}

extension Shouted: FullTextTable {}

@Selection
private struct Term: Equatable {
  let term: String
  let doc: Int
  let cnt: Int
}

extension Term: VirtualTable {
  static let moduleSQL = "fts5vocab(note, row)"
}

@Suite("Full-text tables that store their text")
struct FullTextTableTests {
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Note.self)
    try await db.insert([
      Note(id: 1, title: "milk", body: "buy milk, and bread"),
      Note(id: 2, title: "bread", body: nil),
    ])
    return db
  }

  @Test("rows of a full-text table are inserted, updated, deleted and found by key")
  func writes() async throws {
    let db = try await database()
    #expect(
      try await db.schemaSQL(of: "note")
        == #"CREATE VIRTUAL TABLE "note" USING fts5("title", "body")"#)
    let third = try await db.insert(Note(title: "eggs", body: "a dozen"))
    #expect(third == Note(id: 3, title: "eggs", body: "a dozen"))
    try await db.update(Note(id: 2, title: "toast", body: "of bread"))
    #expect(try await db.find(Note.self, 2) == Note(id: 2, title: "toast", body: "of bread"))
    let bread = try await db.fetch(Note.where { $0.match("bread") }.select { $0.id })
    #expect(bread == [1, 2])
    try await db.update(third, columns: \.title)
    #expect(try await db.delete(third))
    #expect(try await db.delete(third) == false)
    #expect(try await db.delete(Note.self, where: { $0.match("toast") }) == 1)
    let fourth = try await db.insert(Note.self) { $0.title = "tea" }
    #expect(fourth == Note(id: 2, title: "tea", body: nil))
    #expect(try await db.count(Note.self) == 2)
    await #expect(throws: RowNotFoundError.self) { try await db.update(third) }
  }

  @Test("A full-text table refuses a duplicate key and has no upserts")
  func refusals() async throws {
    let db = try await database()
    let twice = await #expect(throws: DatabaseError.self) {
      try await db.insert(Note(id: 1, title: ""))
    }
    #expect(twice?.code == .constraint)
    let save = await #expect(throws: DatabaseError.self) {
      try await db.save(Note(id: 1, title: ""))
    }
    #expect(save?.message == #"UPSERT not implemented for virtual table "note""#)
  }

  @Test("rows are ordered by rank and by bm25 with a weight for each column")
  func rank() async throws {
    let db = try await database()
    let milk = Note.where { $0.match("bread") }
    try await expect(
      milk.order { $0.rank }.select { $0.id },
      #"SELECT "rowid" FROM "note" WHERE "note" MATCH $1 ORDER BY "rank""#, ["bread"], in: db,
      rows: [2, 1])
    try await expect(
      milk.order { $0.bm25($0.body.weight(50)) }.select { $0.id },
      #"SELECT "rowid" FROM "note" WHERE "note" MATCH $1 ORDER BY bm25("note", 1.0, 50.0)"#,
      ["bread"], in: db, rows: [1, 2])
    try await expect(
      milk.order { $0.bm25() }.select { $0.id },
      #"SELECT "rowid" FROM "note" WHERE "note" MATCH $1 ORDER BY bm25("note")"#, ["bread"], in: db,
      rows: [2, 1])
    try await expect(
      milk.where { $0.ranked(by: $0.title.weight(1), $0.body.weight(50)) }.order { $0.rank }
        .select { $0.id },
      #"SELECT "rowid" FROM "note" WHERE "note" MATCH $1 AND "rank" MATCH 'bm25(1.0, 50.0)'"#
        + #" ORDER BY "rank""#,
      ["bread"], in: db, rows: [1, 2])
    let ranks = try await db.fetch(milk.order { $0.rank }.select { $0.rank })
    #expect(ranks.count == 2 && ranks[0] < ranks[1] && ranks[1] < 0)
    await #expect(throws: RowDecodingError.self) { try await db.fetch(Note.select { $0.rank }) }
  }

  @Test(
    "Weights of any size are written without an exponent, which FTS5 can't read",
    arguments: [
      (1e-5, "0.00001"), (1.5e-20, "0.000000000000000000015"), (-1e-7, "-0.0000001"),
      (1e16, "10000000000000000.0"), (123_456_789_012_345_680, "123456789012345680.0"),
      (2.5e20, "250000000000000000000.0"), (12345.678, "12345.678"), (0, "0.0"),
    ])
  func weights(weight: Double, digits: String) async throws {
    let db = try await database()
    let body = Note.columns.body.weight(weight)
    let milk = Note.where { $0.match("milk") }.select { $0.id }
    try await expect(
      milk.where { $0.ranked(by: body) }.order { $0.rank },
      #"SELECT "rowid" FROM "note" WHERE "note" MATCH $1 AND "rank" MATCH"#
        + " 'bm25(1.0, \(digits))' ORDER BY \"rank\"",
      ["milk"], in: db, rows: [1])
    try await expect(
      milk.order { $0.bm25(body) },
      #"SELECT "rowid" FROM "note" WHERE "note" MATCH $1 ORDER BY bm25("note", 1.0, \#(digits))"#,
      ["milk"], in: db, rows: [1])
    let command = FullTextCommand.rank(body)
    #expect(
      try command.statement(on: Note.self).arguments == ["rank", .text("bm25(1.0, \(digits))")])
    try await db.run(command, on: Note.self)
    #expect(try await db.fetch(milk.order { $0.rank }) == [1])
  }

  @Test("The smallest and the largest weight are accepted, and weights that are not finite refused")
  func extremeWeights() async throws {
    let db = try await database()
    let milk = Note.where { $0.match("milk") }
    for weight in [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude] {
      let title = Note.columns.title.weight(weight)
      #expect(try await db.count(milk.where { $0.ranked(by: title) }) == 1)
      try await db.run(.rank(title), on: Note.self)
    }
    for weight in [Double.infinity, -.infinity, .nan] {
      let title = Note.columns.title.weight(weight)
      let error = #expect(throws: ValueEncodingError.self) {
        try milk.where { $0.ranked(by: title) }.statement()
      }
      #expect(
        error
          == ValueEncodingError(
            table: "note", column: "title", type: "Double",
            reason: .invalid(description: "a weight must be a finite number")))
      #expect(throws: ValueEncodingError.self) { try milk.order { $0.bm25(title) }.statement() }
      await #expect(throws: ValueEncodingError.self) {
        try await db.run(.rank(title), on: Note.self)
      }
    }
  }

  @Test("A full-text table can have lazy columns, and refuses generated ones")
  func unusualColumns() async throws {
    let db = try Database.inMemory()
    try await db.create(SentLetter.self)
    #expect(
      try await db.schemaSQL(of: "letter")
        == #"CREATE VIRTUAL TABLE "letter" USING fts5("title", "text", "place")"#)
    try await db.insert(SentLetter(id: 1, title: "a", text: .loaded("dear b"), place: "c"))
    try await expect(
      SentLetter.where { $0.match("dear OR c") }.select {
        ($0.text.highlight("<", ">"), $0.place.highlight("<", ">"))
      },
      #"SELECT highlight("letter", 1, $1, $2), highlight("letter", 2, $3, $4) FROM "letter""#
        + #" WHERE "letter" MATCH $5"#,
      ["<", ">", "<", ">", "dear OR c"], in: db, rows: [("<dear> b", "<c>")])
    let found = SentLetter.where { $0.text.match("dear") }
    #expect(
      try await db.fetch(found) == [SentLetter(id: 1, title: "a", text: .unloaded, place: "c")])
    let error = await #expect(throws: DatabaseError.self) { try await db.create(Shouted.self) }
    #expect(
      error?.message == #""shouted": "loud" can't be a generated column: an FTS5 table has none"#)
  }

  @Test("highlight and snippet mark the matching words")
  func highlights() async throws {
    let db = try await database()
    try await expect(
      Note.where { $0.match("bread") }.order { $0.id }.select {
        ($0.title.highlight("<b>", "</b>"), $0.body.highlight("<b>", "</b>"))
      },
      #"SELECT highlight("note", 0, $1, $2), highlight("note", 1, $3, $4) FROM "note""#
        + #" WHERE "note" MATCH $5 ORDER BY "rowid""#,
      ["<b>", "</b>", "<b>", "</b>", "bread"], in: db,
      rows: [("milk", "buy milk, and <b>bread</b>"), ("<b>bread</b>", nil)])
    try await expect(
      Note.where { $0.match("bread") && $0.id == 1 }.select {
        $0.body.snippet("[", "]", ellipsis: "...", tokenCount: 2)
      },
      #"SELECT snippet("note", 1, $1, $2, $3, $4) FROM "note" WHERE "note" MATCH $5"#
        + #" AND "rowid" IS $6"#,
      ["[", "]", "...", 2, "bread", 1], in: db, rows: ["...and [bread]"])
    try await expect(
      Note.where { $0.match("milk") }.select { $0.snippet("[", "]", tokenCount: 1) },
      #"SELECT snippet("note", -1, $1, $2, $3, $4) FROM "note" WHERE "note" MATCH $5"#,
      ["[", "]", "…", 1, "milk"], in: db, rows: ["[milk]"])
  }

  @Test("an index that does not store its text can be searched and emptied")
  func contentless() async throws {
    let db = try Database.inMemory()
    try await db.create(Contentless.self)
    #expect(
      try await db.schemaSQL(of: "contentless")
        == #"CREATE VIRTUAL TABLE "contentless" USING fts5("text", content = '')"#)
    try await db.insert(Contentless(id: 7, text: "a needle in it"))
    let query = Contentless.where { $0.match("needle") }.select { $0.id }
    #expect(try await db.fetch(query) == [7])
    await #expect(throws: RowDecodingError.self) { try await db.fetch(Contentless.self) }
    try await db.run(.deleteAll, on: Contentless.self)
    #expect(try await db.fetch(query) == [])
  }

  @Test("An index of trigrams finds any part of a text, even with GLOB")
  func trigrams() async throws {
    let db = try Database.inMemory()
    try await db.create(Part.self)
    #expect(
      try await db.schemaSQL(of: "part")
        == #"CREATE VIRTUAL TABLE "part" USING fts5("name", tokenize = 'trigram case_sensitive 1',"#
        + " detail = none)")
    try await db.insert([Part(name: "Gearbox"), Part(name: "bearing")])
    #expect(try await db.fetch(Part.where { $0.match("ear") }).count == 2)
    #expect(try await db.fetch(Part.where { $0.match("Gea") }) == [Part(name: "Gearbox")])
    #expect(try await db.fetch(Part.where { $0.name.glob("*rbo*") }) == [Part(name: "Gearbox")])
    // To this tokenizer a word is a phrase of several tokens, and the index stores no positions.
    let phrase = await #expect(throws: DatabaseError.self) {
      try await db.fetch(Part.where { $0.match(.allTokens(in: "gear")) })
    }
    #expect(phrase?.message == "fts5: phrase queries are not supported (detail!=full)")
  }

  @Test(
    "each tokenizer splits text into words by its own rules",
    arguments: [
      (Tokenizer.unicode61(), "unicode61", "café a-b x_y", "cafe", true),
      (.unicode61(removeDiacritics: .kept), "unicode61 remove_diacritics 0", "café", "cafe", false),
      (
        .unicode61(removeDiacritics: .removedFromSimple), "unicode61 remove_diacritics 1", "café",
        "cafe", true
      ),
      (.unicode61(categories: ["L*", "N*"]), "unicode61 categories 'L* N*'", "a1", "a1", true),
      (.unicode61(tokenCharacters: "-\"'"), "unicode61 tokenchars '-\"'''", "a-b", "a", false),
      (.unicode61(separators: "x"), "unicode61 separators x", "axb", "b", true),
      (.ascii(), "ascii", "CAFÉ", "café", false),
      (
        .ascii(tokenCharacters: "-", separators: "x y"), "ascii tokenchars '-' separators 'x y'",
        "axb-c", "b-c", true
      ),
      (.porter(), "porter", "connections", "connected", true),
      (.porter(.ascii()), "porter ascii", "connections", "connected", true),
      (.trigram(), "trigram", "Gearbox", "EARB", true),
      (
        Tokenizer("unicode61", arguments: ["separators", "z"]), "unicode61 separators z", "azb",
        "b", true
      ),
    ])
  func tokenizers(
    tokenizer: Tokenizer, specification: String, text: String, word: String, isFound: Bool
  ) async throws {
    let db = try Database.inMemory()
    #expect(tokenizer.specification == specification)
    let option = SQLValue.text(specification).literal
    try await db.execute("CREATE VIRTUAL TABLE part USING fts5(name, tokenize = \(raw: option))")
    try await db.insert(Part(name: text))
    let found = try await db.exists(Part.where { $0.match(.token(word)) })
    #expect(found == isFound)
  }

  @Test("The vocabulary of an index can be read as a table")
  func vocabulary() async throws {
    let db = try await database()
    try await db.create(Term.self)
    try await expect(
      Term.where { $0.doc > 1 }, #"SELECT "term", "doc", "cnt" FROM "term" WHERE "doc" > $1"#, [1],
      in: db, rows: [Term(term: "bread", doc: 2, cnt: 2)])
    try await db.drop(Term.self)
    #expect(try await db.schemaSQL(of: "term") == nil)
  }
}
