import Foundation
import ORM
import Testing

/// The compiler warns of `"\($0.title)"`; the same text is made here without a warning.
struct ColumnInTextTests {
  @Table("album")
  struct Album: Hashable {
    var id: Int?
    var title: String
    var note: String?
  }

  private static let albums = [
    Album(id: 1, title: "Promise", note: nil), Album(id: 2, title: "Diamond Life", note: "1984"),
  ]

  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Album.self)
    try await db.insert(Self.albums)
    return db
  }

  private func text(_ expression: some SQLExpressible) -> String {
    "\(expression as Any) (remaster)"
  }

  private func expectRefusal(
    of expression: String = #""title""#, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Database) async throws -> Void
  ) async throws {
    let db = try await database()
    let error = await #expect(throws: ValueEncodingError.self, sourceLocation: sourceLocation) {
      try await body(db)
    }
    let words = error.map { String(describing: $0) } ?? ""
    #expect(
      words.contains("it was built from \(expression), which has no value"),
      sourceLocation: sourceLocation)
    #expect(try await db.fetch(Album.self) == Self.albums, sourceLocation: sourceLocation)
  }

  @Test("An update, an upsert and an insert refuse a text that was built from a column")
  func writes() async throws {
    try await expectRefusal { try await $0.run(Album.updateAll { $0.title = text($0.title) }) }
    try await expectRefusal(of: "the columns of a row") {
      try await $0.run(Album.updateAll { $0.title = String(describing: $0) + " (remaster)" })
    }
    try await expectRefusal(of: #""note""#) {
      try await $0.run(Album.updateAll { $0.note = text($0.note) })
    }
    try await expectRefusal(of: #"upper("title")"#) {
      try await $0.run(Album.where { $0.id == 1 }.update { $0.title = text($0.title.upper()) })
    }
    try await expectRefusal {
      try await $0.run(
        Album.insert(Self.albums).onConflict { $0.id }.doUpdate { $0.title = text($1.title) })
    }
    try await expectRefusal { try await $0.insert(Album(title: text(Album.columns.title))) }
    try await expectRefusal {
      try await $0.insert([Album(title: "Sade"), Album(title: text(Album.columns.title))])
    }
    try await expectRefusal { try await $0.update(Album(id: 1, title: text(Album.columns.title))) }
    try await expectRefusal { try await $0.save(Album(id: 1, title: text(Album.columns.title))) }
    try await expectRefusal {
      try await $0.run(Album.insert { $0.title = text(Album.columns.title) })
    }
  }

  @Test("A statement that already ran with other texts refuses one that was built from a column")
  func knownStatements() async throws {
    try await expectRefusal { db in
      try await db.transaction { tx in
        for title in ["a", "b", text(Album.columns.title)] {
          try tx.run(Album.updateAll { $0.title = title })
        }
      }
    }
  }

  @Test("Conditions, selections, orders and lists refuse a text that was built from a column")
  func queries() async throws {
    try await expectRefusal { _ = try await $0.fetch(Album.where { $0.title == text($0.title) }) }
    try await expectRefusal {
      _ = try await $0.fetch(Album.where { $0.title.like(text($0.title)) })
    }
    // In a list, as JSON.
    try await expectRefusal(of: #"\"title\""#) {
      let texts = (1...20).map { "\($0)" } + [text(Album.columns.title)]
      _ = try await $0.fetch(Album.where { $0.title.in(texts) })
    }
    try await expectRefusal { _ = try await $0.fetch(Album.order { $0.title == text($0.title) }) }
    try await expectRefusal {
      _ = try await $0.fetch(Album.select { SQLExpression.value(text($0.title)) })
    }
    try await expectRefusal { try await $0.delete(Album.where { $0.title == text($0.title) }) }
  }

  @Table("link")
  struct Link {
    let id: Int
    var title: String
    var url: URL
    @Column(as: JSON.self) var data: [Data]
  }

  @Test("A URL and JSON data that were built from a column are refused")
  func encoded() async throws {
    let db = try Database.inMemory()
    try await db.create(Link.self)
    let (url, data) = (try #require(URL(string: "https://a.example/b")), [Data("a".utf8)])
    try await db.insert(Link(id: 1, title: "a", url: url, data: data))
    let path = { (row: String) in URL(string: "https://a.example/")?.appending(path: row) ?? url }
    for prefix in ["", "1", "22"] {
      let writes = [
        Link.updateAll { $0.url = path(prefix + text($0.title)) },
        Link.updateAll { $0.url = URL(string: "https://a.example/?q=\(text($0.title))") ?? url },
        Link.updateAll { $0.data = [Data((prefix + text($0.title)).utf8)] },
      ]
      for (place, write) in writes.enumerated() {
        await #expect(throws: ValueEncodingError.self, "\(place)") { try await db.run(write) }
      }
    }
    let link = try await db.find(Link.self, 1)
    #expect(link?.url == url && link?.data == data)
  }

  @Test("Raw SQL refuses a text that was built from a column, as a value and as raw text")
  func rawSQL() async throws {
    let text = text(Album.columns.title)
    try await expectRefusal { try await $0.execute("UPDATE album SET title = \(text)") }
    try await expectRefusal { try await $0.execute("UPDATE album SET title = '\(raw: text)'") }
  }

  @Test("A text that was built from a column is refused inside or next to a very long text")
  func longTexts() async throws {
    let long = String(repeating: "x", count: 300_000)
    try await expectRefusal { db in
      try await db.run(
        Album.updateAll {
          $0.title = text($0.title)
          $0.note = long
        })
    }
    try await expectRefusal { db in
      try await db.run(Album.updateAll { $0.title = long + text($0.title) + long })
    }
  }

  @Test("A column in raw SQL, and texts that were not built from a column, are accepted")
  func others() async throws {
    let db = try await database()
    _ = text(Album.columns.title)
    let title = "Promise"
    let found = try await db.fetch(
      Album.self, sql: "SELECT * FROM album WHERE \(Album.columns.title) = \(title)")
    #expect(found.map(\.id) == [1])
    #expect(try await db.run(Album.updateAll { $0.title = "\(title) \u{E0100}\u{FFFF}" }) == 2)
  }
}
