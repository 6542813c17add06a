import GRDB

// The associations of which GRDB's query interface makes joins.

extension Artist: TableRecord, FetchableRecord {
  static let databaseTableName = "artist"
  static let albums = hasMany(Album.self, key: "albums", using: ForeignKey(["artistID"]))

  init(row: GRDB.Row) {
    self.init(id: row[0], name: row[1])
  }
}

extension Album: TableRecord, FetchableRecord {
  static let databaseTableName = "album"
  static let artist = belongsTo(Artist.self, using: ForeignKey(["artistID"]))
  static let tracks = hasMany(Track.self, key: "tracks", using: ForeignKey(["albumID"]))

  init(row: GRDB.Row) {
    self.init(id: row[0], title: row[1], artistID: row[2], year: row[3], price: row[4])
  }
}

extension Track: TableRecord, FetchableRecord {
  static let databaseTableName = "track"
  static let album = belongsTo(Album.self, using: ForeignKey(["albumID"]))

  init(row: GRDB.Row) {
    self.init(id: row[0], title: row[1], albumID: row[2], seconds: row[3])
  }
}

/// An album with its tracks, which GRDB fetches by a request of their own.
struct AlbumWithTracks: FetchableRecord {
  let album: Album
  let tracks: [Track]

  static var request: QueryInterfaceRequest<AlbumWithTracks> {
    Album.including(all: Album.tracks).asRequest(of: AlbumWithTracks.self)
  }

  init(row: GRDB.Row) {
    album = Album(row: row)
    tracks = row.prefetchedRows["tracks"]?.map(Track.init(row:)) ?? []
  }
}

/// An artist with albums with tracks.
struct ArtistWithAlbums: FetchableRecord {
  let artist: Artist
  let albums: [AlbumWithTracks]

  static var request: QueryInterfaceRequest<ArtistWithAlbums> {
    Artist.including(all: Artist.albums.including(all: Album.tracks))
      .asRequest(of: ArtistWithAlbums.self)
  }

  init(row: GRDB.Row) {
    artist = Artist(row: row)
    albums = row.prefetchedRows["albums"]?.map(AlbumWithTracks.init(row:)) ?? []
  }
}

extension [AlbumWithTracks] {
  var checksum: Int64 { map { ($0.album, $0.tracks) }.checksumOfAlbums }
}

extension [ArtistWithAlbums] {
  var checksum: Int64 {
    map { ($0.artist, $0.albums.map { ($0.album, $0.tracks) }) }.checksumOfArtists
  }
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
