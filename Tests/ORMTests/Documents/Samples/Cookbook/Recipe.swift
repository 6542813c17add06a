import Foundation
import ORM
import Testing

/// An entry of the cookbook: what is to be done, and code that does it on a database with a few rows.
struct Recipe: Sendable, CustomTestStringConvertible {
  let name: String
  let file: String
  let run: @Sendable (Database) async throws -> Void

  /// - Parameter name: The heading of the entry.
  init(
    _ name: String, file: String = #filePath,
    _ run: @escaping @Sendable (Database) async throws -> Void
  ) {
    self.name = name
    self.file = file
    self.run = run
  }

  var testDescription: String { name }

  static let all =
    CookbookSamples.writing + CookbookSamples.reading + CookbookSamples.related
    + CookbookSamples.grouping + CookbookSamples.values + CookbookSamples.text
    + CookbookSamples.schema + CookbookSamples.operations + CookbookSamples.programs
}

/// The code of the cookbook, by its chapters.
enum CookbookSamples {
  @Table
  struct Artist: Identifiable {
    let id: Int
    var name: String
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(references: Artist.self, onDelete: .cascade) var artistID: Int
    var released: Date?
    var plays = 0

    #Index<Album>(\.artistID, \.title, unique: true)
  }

  /// A database with three artists and five albums.
  static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Artist.self, Album.self)
    try await db.insert([
      Artist(id: 1, name: "Sade"), Artist(id: 2, name: "Can"), Artist(id: 3, name: "Neu!"),
    ])
    try await db.insert([
      Album(title: "Diamond Life", artistID: 1, released: date("1984-07-16"), plays: 12),
      Album(title: "Promise", artistID: 1, released: date("1985-11-04"), plays: 7),
      Album(title: "Love Deluxe", artistID: 1, released: date("1992-10-26"), plays: 30),
      Album(title: "Tago Mago", artistID: 2, released: date("1971-02-01"), plays: 3),
      Album(title: "Ege Bamyasi", artistID: 2, plays: 0),
    ])
    return db
  }

  /// The start of a day, by UTC.
  static func date(_ day: String) -> Date {
    (try? Date(day + "T00:00:00Z", strategy: .iso8601)) ?? .distantPast
  }
}

// With these, the extensions read as in the guide. Other tests have tables of the same names.
private typealias Artist = CookbookSamples.Artist
private typealias Album = CookbookSamples.Album

extension Artist.Columns {
  typealias Album = CookbookSamples.Album
}

extension Album.Columns {
  typealias Artist = CookbookSamples.Artist
}

extension Album.Columns {
  var artist: ToOne<Artist> { toOne(artistID) }
}

extension Artist.Columns {
  var albums: ToMany<Album> { toMany(\.artist) }
}
