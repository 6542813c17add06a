import ORM

private func commonTables1(_ counts: TableExpression<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'artist'
  _ = Artist.join(source: counts) { $0.id == $1.artist }
}

private func commonTables2(_ counts: TableExpression<ArtistCount>) {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Artist.join(source: counts) { $0.id == $1.artistID }.where { $1.albums > "3" }
}

private func commonTables3(_ counts: TableExpression<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'album'
  _ = Artist.join(source: counts) { $0.id == $1.artistID }.select { ($0.name, $1.album) }
}

private func commonTables4(_ counts: TableExpression<ArtistCount>) {
  // error: has no dynamic member 'album'
  _ = Artist.leftJoin(source: counts) { $0.id == $1.artistID }.select { ($0.name, $1.album) }
}

private func commonTables5(_ counts: TableExpression<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'artist'
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(source: counts) { $1.id == $2.artist }
}

private func commonTables6(_ counts: TableExpression<ArtistCount>) {
  // error: 'join(_:as:on:)' has been renamed to 'join(source:as:on:)': to join a query or a
  _ = Artist.join(counts) { $0.id == $1.artistID }
}

private func commonTables8(_ counts: TableExpression<ArtistCount>) {
  // error: 'join(_:as:on:)' has been renamed to 'join(source:as:on:)': to join a query or a
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(counts) { $1.id == $2.artistID }
}

private func commonTables9() {
  // error: type 'Album.Type' cannot conform to 'QueryOrCommonTable'
  // error: type 'Album.Type' cannot conform to 'MisplacedSource'
  // error: value of type 'MisplacedColumns<Album.Type>' has no dynamic member
  _ = Artist.join(source: Album.self) { $0.id == $1.artistID }
}

private func commonTables10(_ counts: TableExpression<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'artist'
  _ = counts.all.where { $0.artist == 3 }
}

private func commonTables11() {
  // error: generic parameter 'Row' could not be inferred
  _ = TableExpression(
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

private func commonTables14(_ counts: TableExpression<ArtistCount>) {
  // error: 'join(_:as:on:)' has been renamed to 'join(source:as:on:)': to join a query or a
  _ = Artist.join(counts) { $0.id == $1.artistID }.where { $1.albums > 3 }
}

private func commonTables15(_ counts: TableExpression<ArtistCount>) {
  // error: 'leftJoin(_:as:on:)' has been renamed to 'leftJoin(source:as:on:)': to join a query or a
  _ = Artist.leftJoin(counts) { $0.id == $1.artistID }.select { ($0.name, $1.albums) }
}

private func commonTables16(_ counts: TableExpression<ArtistCount>) {
  // error: 'join(_:as:on:)' has been renamed to 'join(source:as:on:)': to join a query or a
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(counts) { $1.id == $2.artistID }
    .join(Track.self) { $0.id == $3.albumID }.where { _, artist, counts, track in
      artist.name == "x" && counts.albums > 3 && track.price > 1
    }
}

private func commonTables17(_ counts: TableExpression<ArtistCount>) {
  // error: 'join(_:as:on:)' has been renamed to 'join(source:as:on:)': to join a query or a
  _ = Artist.join(counts.as("c")) { $0.id == $1.artistID }.order { $1.albums }
}

private func commonTables18(_ counts: TableExpression<ArtistCount>) {
  // error: 'crossJoin(_:as:)' has been renamed to 'crossJoin(source:as:)': to join a query or a
  _ = Artist.crossJoin(counts).where { $0.id == $1.artistID }
}

private func commonTables19(_ counts: TableExpression<ArtistCount>) {
  // error: 'rightJoin(_:as:on:)' has been renamed to 'rightJoin(source:as:on:)': to join a query or a
  _ = Artist.all.rightJoin(counts) { $0.id == $1.artistID }.group { $1.albums }.limit(3)
}

private func commonTables20(_ counts: TableExpression<ArtistCount>) {
  // error: 'fullJoin(_:as:on:)' has been renamed to 'fullJoin(source:as:on:)': to join a query or a
  _ = Artist.fullJoin(counts) { $0.id == $1.artistID && $1.albums.between(1...3) }.limit(3)
}

private func commonTables21(_ counts: TableExpression<ArtistCount>) {
  // error: value of type 'ArtistCount.Columns' has no member 'artist'
  _ = Artist.join(source: counts) { $0.id == $1.artist }.where { $1.albums > 3 }
}

private func commonTables22() {
  // error: type 'Album.Type' cannot conform to 'QueryOrCommonTable'
  // error: type 'Album.Type' cannot conform to 'MisplacedSource'
  // error: value of type 'MisplacedColumns<Album.Type>' has no dynamic member
  _ = Artist.join(source: Album.self) { $0.id == $1.artistID }.where { $1.plays > 3 }
}

private func commonTables23() {
  // error: cannot find 'tally' in scope
  // error: generic parameter 'Source' could not be inferred
  _ = Artist.join(source: tally) { $0.id == $1.artistID }.where { $1.albums > 3 }
}

private func commonTables24() {
  // error: 'join(_:as:on:)' has been renamed to 'join(source:as:on:)': to join a query or a
  _ = Track.join(Album.where { $0.plays > 3 }) { $0.albumID == $1.id }.where { $1.title == "x" }
}
