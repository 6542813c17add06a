import ORM

private func joinsWithoutCondition1() {
  // error: a join needs a condition: 'join(Artist.self) { $0.artistID == $1.id }', or 'crossJoin'
  _ = Track.join(Album.self)
}

private func joinsWithoutCondition2() {
  // error: a join needs a condition: 'leftJoin(Artist.self) { $0.artistID == $1.id }'
  _ = Track.leftJoin(Album.self)
}

private func joinsWithoutCondition3() {
  // error: a join needs a condition: 'join(Artist.self) { $0.artistID == $1.id }', or 'crossJoin'
  _ = Track.all.join(Album.self).where { $0.id == $1.id }
}

private func joinsWithoutCondition4() {
  // error: value of type 'Album.Columns' has no member 'idd'
  _ = Track.join(Album.self) { $0.albumID == $1.idd }
}

private func joinsWithoutCondition5() {
  // error: cannot find 'Albun' in scope
  // error: generic parameter 'Source' could not be inferred
  _ = Track.join(Albun.self) { $0.albumID == $1.id }
}
