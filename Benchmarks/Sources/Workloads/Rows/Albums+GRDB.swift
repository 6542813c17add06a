import GRDB

// The associations of which GRDB's query interface makes joins.

extension Artist: TableRecord {
  static let databaseTableName = "artist"
}

extension Album: TableRecord {
  static let databaseTableName = "album"
  static let artist = belongsTo(Artist.self, using: ForeignKey(["artistID"]))
}

extension Track: TableRecord {
  static let databaseTableName = "track"
  static let album = belongsTo(Album.self, using: ForeignKey(["albumID"]))
}

extension TrackConditions {
  /// The same in GRDB's query interface.
  var request: QueryInterfaceRequest<String> {
    let artist = Album.artist.filter(Column("id") == artistID)
    let album = Track.album.filter(Column("year") > year && Column("price") < price)
      .joining(required: artist)
    return Track.joining(required: album)
      .filter(Column("seconds") > seconds && Column("title") != title)
      .select(Column("title"), as: String.self)
  }
}
