import Foundation
import ORM
import Testing

extension CookbookSamples {
  @Table
  struct Article: Identifiable {
    let id: Int
    var title: String
    var body: String
  }

  @Selection
  struct ArticleText: FullTextIndex {
    typealias Content = Article

    let title: String
    let body: String
  }

  @Table
  struct Person: Identifiable {
    let id: Int
    @Column(unique: true, collate: .noCase) var email: String
    var name: String
  }

  private static func articles(_ db: Database) async throws {
    try await db.create(Article.self, ArticleText.self)
    try await db.insert([
      Article(id: 1, title: "A small database", body: "SQLite is a library."),
      Article(id: 2, title: "Swift", body: "Structs of a database, and more structs."),
    ])
  }

  private static func people(_ db: Database) async throws {
    try await db.create(Person.self)
    try await db.insert([
      Person(id: 1, email: "Ada@example.org", name: "Ödön"),
      Person(id: 2, email: "bo@example.org", name: "Zoe"),
      Person(id: 3, email: "cy@example.org", name: "Ole"),
    ])
  }

  static let text: [Recipe] = [
    Recipe("Search while a user types") { db in
      try await articles(db)
      let typed = "database str"
      let found = try await db.fetch(
        Article.search(ArticleText.self, .allTokens(in: typed, isPrefix: true)).limit(20))
      // SELECT … FROM "article" JOIN "articleText" ON "article"."id" = "articleText"."rowid"
      //   WHERE "articleText"."articleText" MATCH $1 LIMIT $2

      #expect(found.map(\.id) == [2])
    },
    Recipe("Rank results and weigh the title more") { db in
      try await articles(db)
      let ranked = Article.search(ArticleText.self, .allTokens(in: "database"))
        .where { _, text in text.ranked(by: text.title.weight(10)) }
        .order { _, text in text.rank }
        .select { article, text in (article.title, text.body.snippet("[", "]")) }
      for (title, snippet) in try await db.fetch(ranked) { print(title, snippet) }
      // SELECT "article"."title", snippet("articleText"."articleText", 1, $1, $2, …) FROM "article" …

      #expect(try await db.fetch(ranked).map(\.0) == ["A small database", "Swift"])
    },
    Recipe("Find a word in a text without an index") { db in
      let typed = "de%"
      let none = try await db.fetch(
        Album.self, where: { $0.title.contains(typed, ignoringCase: true) })
      // SELECT … FROM "album" WHERE instr(lower("title"), $1) > 0
      let some = try await db.fetch(Album.self, where: { $0.title.contains("De") })
      // SELECT … FROM "album" WHERE instr("title", $1) > 0

      #expect(none.isEmpty && some.map(\.id) == [3])
    },
    Recipe("Compare text and ignore case") { db in
      try await people(db)
      let ada = try await db.first(Person.self, where: { $0.email == "ada@EXAMPLE.org" })
      // SELECT … FROM "person" WHERE "email" = $1 LIMIT $2
      await #expect(throws: DatabaseError.self) {
        try await db.insert(Person(id: 4, email: "BO@example.org", name: "twice"))
      }

      #expect(ada?.id == 1)
    },
    Recipe("Sort names by the rules of a language") { db in
      try await people(db)
      let german = Locale(identifier: "de_DE")
      let collation = DatabaseCollation("german") {
        $0.compare($1, options: [.caseInsensitive, .diacriticInsensitive], locale: german)
      }
      try db.add(collation)
      let sorted = try await db.fetch(Person.order { $0.name.collate(collation) })
      // SELECT … FROM "person" ORDER BY "name" COLLATE "german"

      #expect(sorted.map(\.name) == ["Ödön", "Ole", "Zoe"])
    },
    Recipe("Call Swift from a query") { db in
      let initials = DatabaseFunction("initials", .deterministic) { (text: String) in
        String(text.split(separator: " ").compactMap(\.first))
      }
      try db.add(initials)
      let albums = try await db.fetch(Album.where { initials($0.title) == "DL" })
      // SELECT … FROM "album" WHERE "initials"("title") = $1

      #expect(albums.map(\.id) == [1])
    },
    Recipe("Export a table as CSV") { db in
      let folder = try TemporaryFolder()
      let path = folder.file("albums.csv")
      try Data("id,title,plays\n".utf8).write(to: URL(filePath: path))
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.seekToEnd()
      let rows = Album.order { $0.id }.select { ($0.id, $0.title, $0.plays) }
      for try await (id, title, plays) in db.stream(rows) {
        let doubled = title.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
        let quoted = "\"\(doubled.joined())\""
        try file.write(contentsOf: Data("\(id ?? 0),\(quoted),\(plays)\n".utf8))
      }
      try file.close()
      // SELECT "id", "title", "plays" FROM "album" ORDER BY "id"

      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasPrefix("id,title,plays\n1,\"Diamond Life\",12\n"))
    },
    Recipe("Add a full-text index to a table that has rows") { db in
      try await db.create(Article.self)
      try await db.insert(Article(id: 1, title: "Swift", body: "Structs of a database."))
      try await db.create(ArticleText.self)
      // CREATE VIRTUAL TABLE IF NOT EXISTS "articleText" USING fts5(…)
      let hits = try await db.fetch(Article.search(ArticleText.self, "structs"))
      // SELECT "article"."id", … FROM "article" JOIN "articleText" ON …

      #expect(hits.map(\.id) == [1])
    },
  ]
}
