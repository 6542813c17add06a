import ORM
import Testing

/// The code of the guide to full text.
enum FullTextSamples {
  @Table
  struct Article {
    let id: Int
    var title: String
    var body: String
    var year: Int
  }

  @Selection
  struct ArticleText: FullTextIndex {
    typealias Content = Article

    let title: String
    let body: String
  }

  @Table
  struct Note: FullTextTable {
    @Column("rowid") var id: Int?
    var text: String
    var author: String

    static let fullText = FullTextOptions(
      tokenizer: .porter(.unicode61(removeDiacritics: .removed)), prefixes: [2, 3],
      unindexed: ["author"])
  }

  @Selection
  struct ArticleTerm: VirtualTable {
    let term: String
    let doc: Int

    static let moduleSQL = "fts5vocab(articleText, row)"
  }

  static func database() throws -> Database {
    try Database.inMemory()
  }

  static func run(_ db: Database) async throws {
    try await db.create(Article.self, ArticleText.self)
    // CREATE VIRTUAL TABLE IF NOT EXISTS "articleText" USING fts5("title", "body",
    //   content = 'article', content_rowid = 'id')
    // CREATE TRIGGER IF NOT EXISTS "articleText_insert" AFTER INSERT ON "article" BEGIN …
    try await db.insert([
      Article(id: 1, title: "SQLite", body: "A small database", year: 1999),
      Article(id: 2, title: "Swift and SQLite", body: "Structs of a database", year: 2026),
    ])

    let input = "database struct"
    let articles = try await db.fetch(
      Article.search(ArticleText.self, .allTokens(in: input, isPrefix: true))
        .where { article, _ in article.year > 1990 }
        .order { _, text in text.rank }
        .limit(20))
    // SELECT "article"."id", … FROM "article" JOIN "articleText" ON "article"."id" = "articleText"."rowid"
    //   WHERE "articleText"."articleText" MATCH $1 AND "article"."year" > $2
    //   ORDER BY "articleText"."rank" LIMIT $3
    let hits = try await db.fetch(
      Article.search(ArticleText.self, "swift").order { $1.rank }.select { article, text in
        (article, text.title.highlight("<b>", "</b>"), text.snippet("<b>", "</b>"))
      })
    // SELECT "article"."id", …, highlight("articleText"."articleText", 0, $1, $2), …

    #expect(articles.map(\.id) == [2])
    #expect(hits.map(\.1) == ["<b>Swift</b> and SQLite"])

    let pattern = MatchPattern.phrase("small database").or(MatchPattern.token("swift").in("title"))
    let found = try await db.fetch(ArticleText.where { $0.match(pattern) })
    // SELECT "title", "body" FROM "articleText" WHERE "articleText" MATCH $1
    let inTitle = try await db.fetch(ArticleText.where { $0.title.match("sqlite") })
    // SELECT "title", "body" FROM "articleText" WHERE "title" MATCH $1
    #expect(found.count == 2 && inTitle.count == 2)

    let weighed = ArticleText.where { $0.match("swift") && $0.ranked(by: $0.title.weight(10)) }
    let best = try await db.fetch(weighed.order { $0.rank }.limit(10))
    // SELECT "title", "body" FROM "articleText" WHERE "articleText" MATCH $1 AND "rank" MATCH 'bm25(10.0)'
    //   ORDER BY "rank" LIMIT $2
    #expect(best.count == 1)

    try await db.create(Note.self)
    // CREATE VIRTUAL TABLE IF NOT EXISTS "note" USING fts5("text", "author" UNINDEXED,
    //   tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3')
    try await db.insert(Note(text: "Cafés are connected", author: "Sade"))
    // INSERT INTO "note" ("text", "author") VALUES ($1, $2)
    let connections = try await db.fetch(Note.where { $0.match(.token("connection")) })
    // SELECT "rowid", "text", "author" FROM "note" WHERE "note" MATCH $1
    #expect(connections.map(\.id) == [1])

    try await db.transaction { tx in
      try tx.drop(ArticleText.self)
      try tx.create(ArticleText.self)
    }

    try await db.run(.optimize, on: ArticleText.self)
    // INSERT INTO "articleText" ("articleText") VALUES ($1)
    try await db.run(.checkIntegrity(withContent: true), on: ArticleText.self)
    // INSERT INTO "articleText" ("articleText", "rank") VALUES ($1, $2)

    try await db.create(ArticleTerm.self)
    let common = try await db.fetch(ArticleTerm.where { $0.doc > 1 }.select { $0.term })
    #expect(common == ["a", "database", "sqlite"])
  }
}
