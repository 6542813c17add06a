import ORM

private func commonTables1(_ counts: RowSource<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'artist'
  _ = Artist.join(source: counts) { $0.id == $1.artist }
}

private func commonTables2(_ counts: RowSource<ArtistCount>) {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Artist.join(source: counts) { $0.id == $1.artistID }.where { $1.albums > "3" }
}

private func commonTables3(_ counts: RowSource<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'album'
  _ = Artist.join(source: counts) { $0.id == $1.artistID }.select { ($0.name, $1.album) }
}

private func commonTables4(_ counts: RowSource<ArtistCount>) {
  // error: has no dynamic member 'album'
  _ = Artist.leftJoin(source: counts) { $0.id == $1.artistID }.select { ($0.name, $1.album) }
}

private func commonTables5(_ counts: RowSource<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'artist'
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(source: counts) { $1.id == $2.artist }
}

private func commonTables6(_ counts: RowSource<ArtistCount>) {
  // error: cannot convert value of type 'RowSource<ArtistCount>' to expected argument type 'T.Type'
  // error: generic parameter 'T' could not be inferred
  _ = Artist.join(counts) { $0.id == $1.artistID }
}

private func commonTables8(_ counts: RowSource<ArtistCount>) {
  // error: cannot convert value of type 'RowSource<ArtistCount>' to expected argument type 'T.Type'
  // error: generic parameter 'T' could not be inferred
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(counts) { $1.id == $2.artistID }
}

private func commonTables9() {
  // error: generic parameter 'T' could not be inferred
  // error: cannot convert value of type 'Album.Type' to expected argument type 'RowSource<T>'
  _ = Artist.join(source: Album.self) { $0.id == $1.artistID }
}

private func commonTables10(_ counts: RowSource<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'artist'
  _ = counts.all.where { $0.artist == 3 }
}

private func commonTables11() {
  // error: generic parameter 'Row' could not be inferred
  _ = RowSource(
    Album.group { $0.artistID }.select {
      // error: value of type 'Album.Columns' has no member 'artist'
      ArtistCount.select(artistID: $0.artist, albums: $0.count())
    }, as: "c")
}

private func commonTables12() {
  // error: requires the types 'OneValue<String>' and 'OneValue<Int>' be equivalent
  _ = Track.select { $0.name }.union(Album.select { $0.plays })
}

private func commonTables13() {
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = Track.select { $0.name }.union(Album.select { $0.titel })
}
