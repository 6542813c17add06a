import CSQLite
import ORM
import Testing

private typealias Article = SearchedArticle

/// A table without an integer key, whose index has many options.
@Table("page")
private struct Page {
  @Column(primaryKey: true) let url: String
  var text: String
  var language: String
}

@Selection
private struct PageText {
  let text: String
  let language: String
}

extension PageText: FullTextIndex {
  typealias Content = Page
  static let tableName = "page_fts"
  static let fullText = FullTextOptions(
    tokenizer: .porter(.unicode61(removeDiacritics: .removed, tokenCharacters: "-'")),
    prefixes: [2, 3], unindexed: ["language"], keepsSizes: false, detail: .column)
}

@Table("line")
private struct Line: Equatable {
  var text: String
}

@Selection
private struct LineText {
  let text: String
}

extension LineText: FullTextIndex { typealias Content = Line }

@Selection
private struct MisspeltText {
  let titel: String
}

extension MisspeltText: FullTextIndex {
  typealias Content = Article
}

@Selection
private struct NotThere {
  let text: String
}

extension NotThere: FullTextIndex {
  typealias Content = Page
  static let fullText = FullTextOptions(unindexed: ["txt"])
}

/// A table without a rowid, and without a key that could replace it.
@Table("word", withoutRowID: true)
private struct Word {
  @Column(primaryKey: true) let word: String
  var meaning: String
}

@Selection
private struct WordText {
  let meaning: String
}

extension WordText: FullTextIndex { typealias Content = Word }

/// A table without a rowid, whose key replaces it.
@Table("entry", withoutRowID: true)
private struct Entry: Equatable {
  let id: Int
  @Column(lazy: true) var text: Lazy<String>
  @Column(generated: .stored("upper(text)")) let loud: String
}

@Selection
private struct EntryText {
  let text: String
  let loud: String
}

extension EntryText: FullTextIndex { typealias Content = Entry }

@Selection
private struct RecentArticle: Equatable {
  let id: Int
  let title: String
}

extension RecentArticle: DatabaseView {
  static var definition: some SelectStatement<RecentArticle> {
    Article.where { $0.year > 2010 }.select { RecentArticle.select(id: $0.id, title: $0.title) }
  }
}

@Selection
private struct RecentText {
  let title: String
}

extension RecentText: FullTextTable {
  static let fullText = FullTextOptions(content: .external(table: "recentArticle", rowID: "id"))

  static let triggers = [
    Trigger("recentText_insert", after: .insert(Article.self), when: { $0.year > 2010 }) { new in
      "INSERT INTO recentText (rowid, title) VALUES (\(new.id), \(new.title))"
    }
  ]
}

@Suite("A full-text index over a table")
struct FullTextIndexTests {
  private func titles(_ db: Database, _ pattern: MatchPattern) async throws -> [String] {
    try await db.fetch(
      Article.search(ArticleText.self, pattern).order { article, _ in article.id }
        .select { article, _ in article.title })
  }

  @Test("An index of a table's columns is created with triggers that keep it up to date")
  func create() async throws {
    let db = try await Articles.database()
    #expect(
      try await db.schemaSQL(of: "articleText")
        == #"CREATE VIRTUAL TABLE "articleText" USING fts5("title", "body", content = 'article',"#
        + #" content_rowid = 'id')"#)
    #expect(
      try await db.schemaSQL(of: "articleText_insert")
        == #"CREATE TRIGGER "articleText_insert" AFTER INSERT ON "article" BEGIN INSERT INTO"#
        + #" "articleText" ("rowid", "title", "body") VALUES (new."id", new."title", new."body"); END"#
    )
    let removing =
      #"INSERT INTO "articleText" ("articleText", "rowid", "title", "body")"#
      + #" VALUES ('delete', old."id", old."title", old."body");"#
    #expect(
      try await db.schemaSQL(of: "articleText_delete")
        == #"CREATE TRIGGER "articleText_delete" AFTER DELETE ON "article" BEGIN \#(removing) END"#)
    #expect(
      try await db.schemaSQL(of: "articleText_update")
        == #"CREATE TRIGGER "articleText_update" AFTER UPDATE ON "article" BEGIN \#(removing)"#
        + #" INSERT INTO "articleText" ("rowid", "title", "body")"#
        + #" VALUES (new."id", new."title", new."body"); END"#)
  }

  @Test("an index can have every option of FTS5, and its table needs no integer key")
  func options() async throws {
    let db = try Articles.empty()
    try await db.create(Page.self, PageText.self)
    #expect(
      try await db.schemaSQL(of: "page_fts")
        == #"CREATE VIRTUAL TABLE "page_fts" USING fts5("text", "language" UNINDEXED,"#
        + #" tokenize = 'porter unicode61 remove_diacritics 2 tokenchars ''-''''''', prefix = '2 3',"#
        + #" content = 'page', content_rowid = 'rowid', columnsize = 0, detail = column)"#)
    try await db.insert(Page(url: "a", text: "Connected cafés, rock-n'-roll", language: "en"))
    try await db.insert(Page(url: "b", text: "connections", language: "en"))
    try await expect(
      Page.search(PageText.self, .allTokens(in: "connecting CAFE rock-n'-roll"))
        .select { page, _ in page.url },
      #"SELECT "page"."url" FROM "page" JOIN "page_fts" ON "page"."rowid" = "page_fts"."rowid""#
        + #" WHERE "page_fts"."page_fts" MATCH $1"#,
      [#""connecting" "CAFE" "rock-n'-roll""#], in: db, rows: ["a"])
    let none = try await db.fetch(PageText.where { $0.match("en") })
    #expect(none.isEmpty)
  }

  @Test("An index can contain lazy and generated columns of a table without rowids")
  func unusualColumns() async throws {
    let db = try Articles.empty()
    try await db.create(Entry.self, EntryText.self)
    try await db.execute("INSERT INTO entry (id, text) VALUES (7, 'quiet')")
    let found = Entry.search(EntryText.self, MatchPattern.token("quiet").in("loud"))
      .select { entry, text in (entry.id, text.loud.highlight("<", ">")) }
    try await expect(
      found,
      #"SELECT "entry"."id", highlight("entryText"."entryText", 1, $1, $2) FROM "entry""#
        + #" JOIN "entryText" ON "entry"."id" = "entryText"."rowid""#
        + #" WHERE "entryText"."entryText" MATCH $3"#,
      ["<", ">", #"{"loud"} : ("quiet")"#], in: db, rows: [(7, "<QUIET>")])
  }

  @Test("An index over a table without a key does not change what its inserts return")
  func keyless() async throws {
    let db = try Articles.empty()
    try await db.create(Line.self, LineText.self)
    #expect(try await db.insert(Line(text: "one two")) == Line(text: "one two"))
    let lines = try await db.insert([Line(text: "three")])
    #expect(lines == [Line(text: "three")])
    let found = try await db.fetch(Line.search(LineText.self, "two"))
    #expect(found == [Line(text: "one two")])
  }

  @Test(
    "An index that SQLite calls unsafe in triggers is refused, and the error names trustedSchema")
  func untrusted() async throws {
    // Later releases mark FTS5 as innocuous, so that the function makes no difference.
    guard sqlite3_libversion_number() < 3_044_000 else { return }
    var configuration = Configuration()
    configuration.prepareConnection = { setup in
      setup.withHandle { handle in
        _ = sqlite3_create_function_v2(
          handle, "anything", 0, SQLITE_UTF8, nil,
          { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
      }
    }
    let db = try Database.inMemory(configuration: configuration)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.create(Article.self, ArticleText.self)
    }
    #expect(error?.code == .error)
    #expect(
      error?.message.hasPrefix("unsafe use of virtual table \"articleText\" by the schema") == true)
    #expect(error?.message.contains("Configuration.trustedSchema") == true)
    #expect(try await db.schemaSQL(of: "article") == nil)
  }

  @Test("An index follows inserts, updates, deletes and changed keys of its table")
  func staysInStep() async throws {
    let db = try await Articles.database()
    #expect(try await titles(db, "sqlite") == ["SQLite", "Swift and SQLite"])
    try await db.update(Article(id: 1, title: "Postgres", body: "A server"))
    #expect(try await titles(db, "sqlite") == ["Swift and SQLite"])
    #expect(try await titles(db, "postgres AND server") == ["Postgres"])
    try await db.delete(Article.self, key: 2)
    #expect(try await titles(db, "sqlite") == [])
    try await db.save(Article(id: 3, title: "Ponds", body: ""))
    #expect(try await titles(db, "ponds OR gardens") == ["Ponds"])
    try await db.execute("UPDATE article SET id = 9 WHERE id = 1")
    #expect(try await titles(db, "postgres") == ["Postgres"])
    let id = try await db.insert(Article.Draft(title: "New", body: "words"))
    #expect(id == Article(id: 10, title: "New", body: "words"))
    #expect(try await titles(db, "words") == ["New"])
    try await db.run(.checkIntegrity(withContent: true), on: ArticleText.self)
  }

  @Test("A new index is filled from existing rows, and an existing one is not filled again")
  func rebuild() async throws {
    let db = try Articles.empty()
    try await db.create(Article.self)
    try await db.insert(Articles.rows)
    try await db.create(ArticleText.self)
    #expect(try await titles(db, "database") == ["SQLite", "Swift and SQLite"])
    let trace = try await StatementTrace.start(on: db)
    try await db.create(ArticleText.self)
    #expect(
      !trace.statements.contains { $0.contains("rebuild") || $0.contains("articleText_data") })
  }

  @Test("An index is filled again if its table was dropped and recreated")
  func tableMadeAgain() async throws {
    let db = try await Articles.database()
    try await db.drop(Article.self)
    try await db.create(Article.self, ArticleText.self)
    try await db.insert(Article(id: 1, title: "Harmless", body: ""))
    #expect(try await titles(db, "sqlite") == [])
    #expect(try await titles(db, "harmless") == ["Harmless"])
    try await db.drop(Article.self)
    try await db.create(Article.self)
    try await db.insert(Articles.rows)
    try await db.create(Article.self, ArticleText.self)
    #expect(try await titles(db, "gardens") == ["Gardens"])
    try await db.run(.checkIntegrity(withContent: true), on: ArticleText.self)
  }

  @Test("Dropping an index drops its triggers, so that the table can be written to")
  func drop() async throws {
    let db = try await Articles.database()
    try await db.drop(ArticleText.self)
    #expect(
      try await db.fetch(String.self, sql: "SELECT name FROM sqlite_schema WHERE name LIKE 'art%'")
        == ["article"])
    try await db.deleteAll(Article.self)
    try await db.drop(ArticleText.self)
    await #expect(throws: DatabaseError.self) {
      try await db.drop(ArticleText.self, ifExists: false)
    }
  }

  @Test("Creating an index over a missing column throws")
  func misspelt() async throws {
    let db = try Articles.empty()
    let error = await #expect(throws: DatabaseError.self) {
      try await db.create(Article.self, MisspeltText.self)
    }
    #expect(error?.message == #""misspeltText": "article" has no column "titel""#)
    let option = await #expect(throws: DatabaseError.self) {
      try await db.create(Page.self, NotThere.self)
    }
    #expect(
      option?.message == #""notThere": the option unindexed names "txt", which is not a column"#)
    let key = await #expect(throws: DatabaseError.self) {
      try await db.create(Word.self, WordText.self)
    }
    #expect(
      key?.message == #""wordText": "word" has no rowid, so its key must be a single integer"#)
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test(
    "a search returns rows of the table, with conditions and orders on table and index")
  func search() async throws {
    let db = try await Articles.database()
    let join =
      #" FROM "article" JOIN "articleText" ON "article"."id" = "articleText"."rowid""#
      + #" WHERE "articleText"."articleText" MATCH"#
    let columns = #""article"."id", "article"."title", "article"."body", "article"."year""#
    try await expect(
      Article.search(ArticleText.self, "small").where { article, _ in article.year > 2010 }
        .order { $1.rank }.limit(5),
      #"SELECT \#(columns)\#(join) $1 AND "article"."year" > $2 ORDER BY "articleText"."rank" LIMIT $3"#,
      ["small", 2010, 5], in: db, rows: [Articles.rows[2]])
    try await expect(
      Article.search(ArticleText.self, .token("swift")).order { article, _ in article.id }.select {
        ($0.id, $1.body.highlight("[", "]"))
      },
      #"SELECT "article"."id", highlight("articleText"."articleText", 1, $1, $2)\#(join) $3"#
        + #" ORDER BY "article"."id""#,
      ["[", "]", #""swift""#], in: db,
      rows: [(2, "Structs as tables of a database"), (3, "A small garden, and a [swift] above it")])
    try await expect(
      Article.where { $0.year < 2010 }.search(ArticleText.self, .token("swift")).select {
        $1.rowID
      },
      #"SELECT "articleText"."rowid" FROM "article" JOIN "articleText""#
        + #" ON "article"."id" = "articleText"."rowid" WHERE "article"."year" < $1"#
        + #" AND "articleText"."articleText" MATCH $2"#,
      [2010, #""swift""#], in: db, rows: [2])
    #expect(try await db.count(Article.search(ArticleText.self, "small")) == 2)
    #expect(try await db.exists(Article.search(ArticleText.self, "large")) == false)
    #expect(try await db.first(Article.search(ArticleText.self, "garden")) == Articles.rows[2])
  }

  @Test("your own triggers keep an index of a view up to date")
  func view() async throws {
    let db = try Articles.empty()
    try await db.create(Article.self, RecentArticle.self, RecentText.self)
    #expect(
      try await db.schemaSQL(of: "recentText")
        == #"CREATE VIRTUAL TABLE "recentText" USING fts5("title", content = 'recentArticle',"#
        + #" content_rowid = 'id')"#)
    try await db.insert(Articles.rows)
    try await expect(
      RecentArticle.join(RecentText.self) { $0.id == $1.rowID }.where {
        $1.match("gardens OR swift")
      }
      .select { recent, _ in recent },
      #"SELECT "recentArticle"."id", "recentArticle"."title" FROM "recentArticle""#
        + #" JOIN "recentText" ON "recentArticle"."id" = "recentText"."rowid""#
        + #" WHERE "recentText"."recentText" MATCH $1"#,
      ["gardens OR swift"], in: db, rows: [RecentArticle(id: 3, title: "Gardens")])
  }

  @Test("an index can be joined like a table, and queried alone")
  func joins() async throws {
    let db = try await Articles.database()
    try await expect(
      ArticleText.where { $0.title.match("sqlite") }.order { $0.rank },
      #"SELECT "title", "body" FROM "articleText" WHERE "title" MATCH $1 ORDER BY "rank""#,
      ["sqlite"], in: db,
      rows: Articles.rows.prefix(2).map { ArticleText(title: $0.title, body: $0.body) })
    try await expect(
      ArticleText.join(Article.self, as: "a") { $0.rowID == $1.id }.where { text, _ in
        text.match("gardens")
      }.select { _, article in article.year },
      #"SELECT "a"."year" FROM "articleText" JOIN "article" AS "a" ON "articleText"."rowid" = "a"."id""#
        + #" WHERE "articleText"."articleText" MATCH $1"#,
      ["gardens"], in: db, rows: [2020])
    try await expect(
      ArticleText.as("t").where { $0.match("gardens") }.select { $0.snippet("<", ">") },
      #"SELECT snippet("articleText", -1, $1, $2, $3, $4) FROM "articleText" AS "t""#
        + #" WHERE "articleText" MATCH $5"#,
      ["<", ">", "…", 16, "gardens"], in: db, rows: ["<Gardens>"])
  }
}
