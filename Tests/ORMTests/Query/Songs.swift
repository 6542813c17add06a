import Foundation
import ORM
import Testing

enum SongGenre: String, ColumnValue, Codable { case jazz, soul }

struct SongFlags: OptionSet, ColumnValue, Hashable {
  let rawValue: Int
  static let live = SongFlags(rawValue: 1)
  static let remastered = SongFlags(rawValue: 2)
  static let explicit = SongFlags(rawValue: 4)
}

@Table
struct Song: Hashable {
  let id: Int
  var title: String
  var plays: Int = 0
  var rating: Double?
  var isFavorite: Bool
  var isHidden: Bool?
  var flags: SongFlags
  var extra: SongFlags?
  var genre: SongGenre?
  var original: Int?
  var added: Date?
  @Column(as: JSON.self) var tags: [String]
  var token: UUID?
  var price: Decimal
  var salePrice: Decimal?
}

/// Queries that other queries are built on.
extension Song {
  static let favorites = Song.where { $0.isFavorite }
  static let byRating = Song.order { $0.rating.desc(nulls: .last) }
}

extension Song {
  /// Five songs, of which each optional column has a value in some.
  static let samples = [
    Song(
      id: 1, title: "Smooth Operator", plays: 9, rating: 4.5, isFavorite: true, isHidden: false,
      flags: [.live], extra: [.live, .explicit], genre: .soul, original: nil,
      added: Date(timeIntervalSince1970: 1_000), tags: ["80s"], token: token(1), price: 9,
      salePrice: 10),
    Song(
      id: 2, title: "So What", plays: 10, rating: nil, isFavorite: false, isHidden: nil, flags: [],
      extra: nil, genre: .jazz, original: 2, added: nil, tags: [], token: nil, price: 10,
      salePrice: nil),
    Song(
      id: 3, title: "smooth operator", plays: 3, rating: 2, isFavorite: false, isHidden: true,
      flags: [.live, .remastered], extra: [], genre: nil, original: 1,
      added: Date(timeIntervalSince1970: 2_000), tags: ["80s", "cover"], token: token(3),
      price: 100, salePrice: 9),
    Song(
      id: 4, title: "100% \"Pure\" Love; --", plays: 0, rating: nil, isFavorite: true,
      isHidden: nil, flags: [.explicit], extra: [.remastered], genre: nil, original: nil,
      added: Date(timeIntervalSince1970: -3.5), tags: ["it's"], token: token(4), price: 2.5,
      salePrice: nil),
    Song(
      id: 5, title: "Naïve\0Mélody 🎶", plays: 10, rating: 5, isFavorite: true, isHidden: false,
      flags: [.live, .explicit], extra: nil, genre: .jazz, original: 5, added: nil, tags: ["80s"],
      token: nil, price: 0, salePrice: 0),
  ]

  static func token(_ byte: UInt8) -> UUID {
    UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte))
  }

  /// A database of the samples.
  static func database() async throws -> Database {
    let database = try Database.inMemory()
    try await database.create(Song.self)
    try await database.transaction { for song in samples { try $0.insert(song) } }
    return database
  }
}

/// Expects the whole text of a query, its arguments, and the songs that it finds.
///
/// - Parameter sql: The SQL after `SELECT … FROM "song"`.
func expect(
  _ query: Select<Song>, _ sql: String, _ arguments: [SQLValue] = [], ids: [Int],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let select =
    #"SELECT "id", "title", "plays", "rating", "isFavorite", "isHidden", "flags", "extra", "#
    + #""genre", "original", "added", "tags", "token", "price", "salePrice" FROM "song""#
  let statement = try query.statement()
  #expect(statement.sql == select + sql, sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  let songs = try await Song.database().fetch(query)
  #expect(songs.map(\.id) == ids, sourceLocation: sourceLocation)
  #expect(songs.allSatisfy { $0 == Song.samples[$0.id - 1] }, sourceLocation: sourceLocation)
}
