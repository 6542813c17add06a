import Foundation
import ORM
import Testing

/// The rows of README's table of Swift and SQL, each run on a database with one artist and one album.
@Suite("README's table of Swift and SQL")
struct ReadmeTableTests {
  @Table struct Artist: Identifiable {
    let id: Int
    var name: String
  }

  @Table struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(references: Artist.self, onDelete: .cascade) var artistID: Int
    var lastPlayed: Date?
  }

  /// A row of the table. The next line of the source is its Swift code.
  struct Line: Sendable {
    let number: Int
    let run: @Sendable (Database, Artist, Album) async throws -> Void

    init(
      _ number: Int = #line,
      _ run: @escaping @Sendable (Database, Artist, Album) async throws -> Void
    ) {
      self.number = number
      self.run = run
    }
  }

  static let lines: [Line] = [
    Line { db, artist, album in
      try await db.create(Artist.self)
    },
    Line { db, artist, album in
      try await db.insert(Artist.Draft(name: "Sade"))
    },
    Line { db, artist, album in
      try await db.insert(Artist.self) { $0.name = "Sade" }
    },
    Line { db, artist, album in
      try await db.save(artist)
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.self)
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.self, where: { $0.title == title })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.self, where: { $0.lastPlayed == nil })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.self, where: { $0.lastPlayed != date })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.self, where: { $0.artistID.in([1, 2]) })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.where { $0.title.like("D%") }.order { $0.title }.limit(10))
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.order { $0.lastPlayed.desc() })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.order { $0.title }.page(size: 50))
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.select { ($0.id, $0.title) })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.join(Artist.self) { $0.artistID == $1.id })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.group { $0.artistID }.select { ($0.artistID, $0.count()) })
    },
    Line { db, artist, album in
      _ = try await db.first(Album.self, where: { $0.title == title })
    },
    Line { db, artist, album in
      _ = try await db.find(Album.self, 1)
    },
    Line { db, artist, album in
      _ = try await db.firstOrThrow(Album.order { $0.title })
    },
    Line { db, artist, album in
      try await db.findOrInsert(Artist.Draft(name: "Sade"), by: \.name)
    },
    Line { db, artist, album in
      _ = try await db.count(Album.self)
    },
    Line { db, artist, album in
      _ = try await db.exists(Album.self, where: { $0.title == title })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.self, sql: "SELECT * FROM album WHERE title = \(title)")
    },
    Line { db, artist, album in
      _ = try await db.value(Int.self, sql: "SELECT count(*) FROM album")
    },
    Line { db, artist, album in
      try await db.update(artist)
    },
    Line { db, artist, album in
      try await db.update(album, columns: \.title)
    },
    Line { db, artist, album in
      let renamed = Album(id: album.id, title: "Love Deluxe", artistID: album.artistID)
      try await db.updateChanges(renamed, from: album)
    },
    Line { db, artist, album in
      _ = try await db.refresh(album)
    },
    Line { db, artist, album in
      try await db.run(Album.where { $0.artistID == 1 }.update { $0.title = $0.title.upper() })
    },
    Line { db, artist, album in
      try await db.run(Artist.insert(artist).onConflict { $0.id }.doUpdate { $0.name = $1.name })
    },
    Line { db, artist, album in
      _ = try await db.fetch(Album.where { $0.title == title }.delete().returning { $0.id })
    },
    Line { db, artist, album in
      try await db.delete(album)
    },
    Line { db, artist, album in
      try await db.delete(Album.self, where: { $0.artistID == 1 })
    },
    Line { db, artist, album in
      try await db.deleteAll(Album.self)
    },
    Line { db, artist, album in
      try await db.execute("UPDATE album SET title = trim(title) WHERE id = \(1)")
    },
  ]

  private static let title = "Promise"
  private static let date = Date(timeIntervalSince1970: 0)

  @Test("The Swift of each row runs the SQL of that row")
  func runsWhatItSays() async throws {
    let rows = try Document("README.md").table(["Swift", "SQL"])
    let source = try Document("Tests/ORMTests/Documents/ReadmeTableTests.swift").lines
    #expect(rows.count == Self.lines.count)
    #expect(rows.count >= 20)
    for (row, line) in zip(rows, Self.lines) {
      let db = try Database.inMemory()
      try await db.create(Artist.self, Album.self)
      let artist = try await db.insert(Artist.Draft(name: "Sade"))
      let album = try await db.insert(Album(title: Self.title, artistID: artist.id))
      let trace = try await StatementTrace.start(on: db)
      try await line.run(db, artist, album)
      // The first fetch of a table also queries the types of its columns, and create queries the
      // schema.
      let ran = trace.statements.filter {
        !["BEGIN IMMEDIATE", "COMMIT"].contains($0) && !$0.contains("table_list")
          && !$0.contains("table_xinfo") && !$0.contains(".sqlite_schema")
          && !$0.contains("\"orm_columns\"")
      }
      #expect(matches(ran.joined(separator: "; "), quoted: row[1]), "\(row[0]) runs \(ran)")
      let code = source[line.number...].prefix { $0 != "    }," }
      #expect(code.contains { $0.hasSuffix("try await \(row[0])") }, "\(row[0]) is not \(code)")
    }
  }
}
