import ORM
import Testing

private typealias Article = SearchedArticle

@Suite("Patterns of full-text queries")
struct MatchPatternTests {
  @Test(
    "each pattern finds the rows that it describes",
    arguments: [
      ("sqlite", "sqlite", [1, 2]),
      ("sql*", "sql*", [1, 2]),
      ("body : swift", "body : swift", [3]),
      (.phrase("small database"), #""small database""#, [1]),
      (.phrase("database small"), #""database small""#, []),
      (.phrase("small data", isPrefix: true), #""small data" *"#, [1]),
      (.phrase("swift", isAtStart: true), #"^ "swift""#, [2]),
      (.phrase("a small", isPrefix: true, isAtStart: true), #"^ "a small" *"#, [1, 3]),
      (.phrase(""), #""""#, []),
      (.token("Gardens"), #""Gardens""#, [3]),
      (.token("garden", isPrefix: true), #""garden" *"#, [3]),
      (.allTokens(in: "database small"), #""database" "small""#, [1]),
      (.allTokens(in: " database\tsm ", isPrefix: true), #""database" "sm" *"#, [1]),
      (.allTokens(in: "small & database"), #""small" "&" "database""#, [1]),
      (.allTokens(in: ""), #""""#, []),
      (.allTokens(in: " \n"), #""""#, []),
      (.anyToken(in: "tables gardens"), #""tables" OR "gardens""#, [2, 3]),
      (.anyToken(in: "tables gard", isPrefix: true), #""tables" OR "gard" *"#, [2, 3]),
      (.near("small", "file", distance: 3), #"NEAR("small" "file", 3)"#, [1]),
      (.near("small", "file", distance: 2), #"NEAR("small" "file", 2)"#, []),
      (.near("small garden", "swift"), #"NEAR("small garden" "swift", 10)"#, [3]),
      (MatchPattern.token("small").and("swift"), #"("small") AND (swift)"#, [3]),
      (MatchPattern.token("file").or(.token("above")), #"("file") OR ("above")"#, [1, 3]),
      (MatchPattern.token("small").not(.token("swift")), #"("small") NOT ("swift")"#, [1]),
      (
        MatchPattern.allTokens(in: "small one").or(.allTokens(in: "structs as")),
        #"("small" "one") OR ("structs" "as")"#, [1, 2]
      ),
      (MatchPattern.token("swift").in("title"), #"{"title"} : ("swift")"#, [2]),
      (MatchPattern.token("swift").in("title", "body"), #"{"title" "body"} : ("swift")"#, [2, 3]),
      (MatchPattern.token("swift").notIn("title"), #"- {"title"} : ("swift")"#, [3]),
      (
        MatchPattern.token("swift").in("title").or(MatchPattern.token("one").in("body")),
        #"({"title"} : ("swift")) OR ({"body"} : ("one"))"#, [1, 2]
      ),
      (MatchPattern(rawValue: "a AND small"), "a AND small", [1, 3]),
    ] as [(MatchPattern, String, [Int])])
  func finds(pattern: MatchPattern, query: String, ids: [Int]) async throws {
    #expect(pattern.query == query)
    let db = try await Articles.database()
    // Swift 6.3.1 does not find the columns if the table's first use in a file is a search.
    let found = Article.all.search(ArticleText.self, pattern).order { article, _ in article.id }
      .select { article, _ in article.id }
    #expect(try await db.fetch(found) == ids)
  }

  @Test(
    "A pattern made from any text is valid",
    arguments: [
      "\"", "\"\"", "'", "*", "a*", "^a", "a AND", "NOT", "NEAR(", "(", ")", "{", "a:b", "-", "+",
      "\0", "a\0b", "\u{301}", "😀", "a\"b OR c\"", "\\", "; DROP TABLE article", " ", "AND OR NOT",
    ])
  func anyText(text: String) async throws {
    let db = try await Articles.database()
    let patterns: [MatchPattern] = [
      .phrase(text), .phrase(text, isPrefix: true, isAtStart: true), .token(text, isPrefix: true),
      .allTokens(in: text), .allTokens(in: text, isPrefix: true), .anyToken(in: text),
      .anyToken(in: text, isPrefix: true), .near(text, text), MatchPattern.phrase(text).in("title"),
      MatchPattern.allTokens(in: text).and(.anyToken(in: text)).or(.phrase(text)).not(.token(text)),
    ]
    for pattern in patterns {
      let found = try await db.fetch(Article.search(ArticleText.self, pattern))
      #expect(found.count <= Articles.rows.count, "\(pattern)")
    }
  }

  @Test(
    "An invalid pattern in FTS5's language throws",
    arguments: [
      ("a AND", "fts5: syntax error near \"\""), ("\"a", "unterminated string"),
      ("nowhere : a", "no such column: nowhere"), ("a NEAR/2 b", "fts5: syntax error near \"/\""),
    ])
  func wrong(query: String, message: String) async throws {
    let db = try await Articles.database()
    let error = await #expect(throws: DatabaseError.self) {
      try await db.fetch(Article.search(ArticleText.self, MatchPattern(rawValue: query)))
    }
    #expect(error?.code == .error && error?.message == message)
  }
}
