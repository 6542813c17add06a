import ORM
import Testing

// Articles that are searched, and the index over them.

@Table("article")
struct SearchedArticle: Equatable {
  let id: Int
  var title: String
  var body: String
  var year: Int = 2000
}

@Selection
struct ArticleText: Equatable {
  let title: String
  let body: String
}

extension ArticleText: FullTextIndex {
  typealias Content = SearchedArticle
}

@Table("note")
struct SearchedNote: Equatable {
  @Column("rowid") var id: Int?
  var title: String
  var body: String?
}

extension SearchedNote: FullTextTable {}

enum Articles {
  static let rows = [
    SearchedArticle(id: 1, title: "SQLite", body: "A small database in one file"),
    SearchedArticle(id: 2, title: "Swift and SQLite", body: "Structs as tables of a database"),
    SearchedArticle(
      id: 3, title: "Gardens", body: "A small garden, and a swift above it", year: 2020),
  ]

  static func empty() throws -> Database { try Database.inMemory() }

  /// With the index, and the articles in it.
  static func database() async throws -> Database {
    let db = try empty()
    try await db.create(SearchedArticle.self, ArticleText.self)
    try await db.insert(rows)
    return db
  }
}
