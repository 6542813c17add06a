import ORM

extension Album.Columns {
  var artist: ToOne<Artist> { toOne(artistID) }
  var tracks: ToMany<Track> { toMany(\.album) }
}

extension Artist.Columns {
  var albums: ToMany<Album> { toMany(\.artist) }
}

extension Track.Columns {
  var album: ToOne<Album> { toOne(albumID) }
}

/// The queries for rows with lists.
enum AlbumLists {
  static var all: some ComposableSelect<(Album, [Track])> { Album.select { ($0, $0.tracks) } }

  static func of(albums: Int) -> some ComposableSelect<(Album, [Track])> {
    Album.where { $0.id <= albums }.select { ($0, $0.tracks) }
  }

  static func longest(albums: Int) -> some ComposableSelect<(Album, [Track])> {
    Album.where { $0.id <= albums }.select {
      ($0, $0.tracks.order { $0.seconds.desc() }.order { $0.id }.limit(3))
    }
  }

  static func of(
    artists: Int
  ) -> some ComposableSelect<(Artist, [(Album, [Track])])> {
    Artist.where { $0.id <= artists }.select { ($0, $0.albums.select { ($0, $0.tracks) }) }
  }
}

// MARK: - Checksums, in which the order counts

extension [Track] {
  var checksumOfTracks: Int64 {
    enumerated().reduce(0) { sum, row in
      sum &+ (Int64(row.element.id) &+ row.element.title.checksum) &* Int64(row.offset + 1)
    }
  }
}

extension [(Album, [Track])] {
  var checksumOfAlbums: Int64 {
    enumerated().reduce(0) { sum, row in
      let (album, tracks) = row.element
      return sum &+ (Int64(album.id) &+ album.title.checksum) &* Int64(row.offset + 1)
        &+ tracks.checksumOfTracks
    }
  }
}

extension [(Artist, [(Album, [Track])])] {
  var checksumOfArtists: Int64 {
    enumerated().reduce(0) { sum, row in
      let (artist, albums) = row.element
      return sum &+ (Int64(artist.id) &+ artist.name.checksum) &* Int64(row.offset + 1)
        &+ albums.checksumOfAlbums
    }
  }
}
