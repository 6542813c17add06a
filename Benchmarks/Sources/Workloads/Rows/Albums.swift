import ORM

@Table
struct Artist {
  let id: Int
  var name: String
}

@Table
struct Album {
  let id: Int
  var title: String
  var artistID: Int
  var year: Int?
  var price: Double
}

@Table
struct Track {
  let id: Int
  var title: String
  @Column(index: true) var albumID: Int
  var seconds: Double
}

extension String: Checksummed {
  var checksum: Int64 { Int64(utf8.count) }
}

/// The values of the five conditions of a call.
struct TrackConditions {
  let artistID: Int
  let year: Int
  let price: Double
  let seconds: Double
  let title = "Intro"

  init(call: Int, artists: Int) {
    artistID = call % artists + 1
    year = 1980 + call % 7
    price = 12 + Double(call % 3)
    seconds = 200 + Double(call % 11)
  }

  static let sql = """
    SELECT "track"."title" FROM "artist" JOIN "album" ON "artist"."id" = "album"."artistID" \
    JOIN "track" ON "album"."id" = "track"."albumID" WHERE "artist"."id" = $1 AND \
    "album"."year" > $2 AND "album"."price" < $3 AND "track"."seconds" > $4 AND \
    "track"."title" <> $5
    """

  /// The same as a typed query.
  var query: some ComposableSelect<String> {
    Artist.join(Album.self) { $0.id == $1.artistID }
      .join(Track.self) { _, album, track in album.id == track.albumID }
      .where { artist, album, track in
        artist.id == artistID && album.year > year && album.price < price
          && track.seconds > seconds && track.title != title
      }
      .select { _, _, track in track.title }
  }

  /// The same, of which nothing but the values changes.
  static let prepared = PreparedQuery {
    (
      id: Placeholder<Int>, year: Placeholder<Int>, price: Placeholder<Double>,
      seconds: Placeholder<Double>, title: Placeholder<String>
    ) in
    Artist.join(Album.self) { $0.id == $1.artistID }
      .join(Track.self) { _, album, track in album.id == track.albumID }
      .where { artist, album, track in
        artist.id == id && album.year > year && album.price < price && track.seconds > seconds
          && track.title != title
      }
      .select { _, _, track in track.title }
  }
}
