import ORM

private func writes1() {
  // error: value of type 'Updates<Track>' has no dynamic member 'nam'
  // error: generic parameter 'Representation' could not be inferred
  _ = Track.where { $0.id == 1 }.update { $0.nam = "x" }
}

private func writes2() {
  // error: cannot assign value of type 'Int' to type 'SQLExpression<String>'
  _ = Track.where { $0.id == 1 }.update { $0.name = 3 }
}

private func writes3() {
  // error: cannot convert value of type 'SQLExpression<Int>' to expected argument type 'SQLExpression<String>'
  _ = Track.where { $0.id == 1 }.update { $0.seconds += "3" }
}

private func writes4() {
  // error: 'nil' cannot be assigned to type 'SQLExpression<Double>'
  _ = Track.where { $0.id == 1 }.update { $0.price = nil }
}

private func writes5() {
  // error: value of type 'Track.Columns' has no member 'i'
  _ = Track.where { $0.i == 1 }.update { $0.name = "x" }
}

private func writes6() {
  _ = Album.all.update(from: Artist.self) {
    // error: value of type 'Artist.Columns' has no member 'nam'
    $0.title = $1.nam
  } where: {
    $0.artistID == $1.id
  }
}

private func writes7() {
  _ = Album.all.update(from: Artist.self) {
    $0.title = $1.name
  } where: {
    // error: value of type 'Album.Columns' has no member 'artist'
    $0.artist == $1.id
  }
}

private func writes8(_ counts: TableExpression<ArtistCount>) {
  _ = Album.all.update(source: counts) {
    // error: value of type 'ArtistCount.Columns' has no member 'album'
    $0.plays = $1.album
  } where: {
    $0.artistID == $1.artistID
  }
}

private func writes9() {
  _ = Album.insert {
    // error: value of type 'Album.Columns' has no member 'titel'
    ($0.titel, $0.artistID)
  } select: {
    Artist.select { ($0.name, $0.id) }
  }
}

private func writes10() {
  _ = Album.insert {
    ($0.title, $0.artistID)
  } select: {
    // error: value of type 'Artist.Columns' has no member 'nam'
    Artist.select { ($0.nam, $0.id) }
  }
}

private func writes12() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.where { $0.nam == "x" }.delete()
}

private func writes13() {
  // error: value of type 'Assignments<Album>' has no dynamic member 'titel'
  // error: generic parameter 'Representation' could not be inferred
  _ = Album.insert { $0.titel = "x" }
}

private func writes14(_ db: Database) async throws {
  // error: value of type 'Assignments<Artist>' has no dynamic member 'nam'
  // error: generic parameter 'Representation' could not be inferred
  try await db.run(Artist.insert { $0.nam = "x" })
}

private func writes15() {
  _ = Album.insert(or: .ignore) {
    $0.title = "x"
    // error: value of type 'Assignments<Album>' has no dynamic member 'artist'
    // error: generic parameter 'Representation' could not be inferred
    $0.artist = 1
  }
}

private func writes16() {
  // error: cannot assign value of type 'Int' to type 'String'
  _ = Album.insert { $0.title = 3 }
}

private func writes17() {
  // error: 'insert(_:or:)' is unavailable: only a row or a draft of this table can be inserted
  _ = Album.insert(Artist.Draft(name: "x"))
}

private func writes18(_ artists: [Artist]) {
  // error: 'insert(_:or:)' is unavailable: only a row or a draft of this table can be inserted
  _ = Album.insert(artists)
}
