import ORM

private func joinsOfMoreTables1() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    // error: value of type 'Artist.Columns' has no member 'nam'
    .where { a, b, t in b.nam == "x" }
}

private func joinsOfMoreTables2() {
  // error: value of type 'Track.Columns' has no member 'album'
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.album }.where
  { a, b, t in b.name == "x" }
}

private func joinsOfMoreTables3() {
  // error: expects 3 arguments, but 2 were used in closure body
  // error: value of type 'Artist.Columns' has no member 'albumID'
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $1.albumID }
}

private func joinsOfMoreTables4() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.leftJoin(Track.self) { $0.id == $2.albumID }
    // error: has no dynamic member 'lengt'
    .select { ($0.title, $1.name, $2.lengt) }
}

private func joinsOfMoreTables5() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    // error: value of type 'Style.Columns' has no member 'nam'
    .join(Style.self) { $2.styleID == $3.id }.where { a, b, t, g in g.nam == "x" && t.seconds > 3 }
}

private func joinsOfMoreTables6() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    // error: expects 4 arguments, but 3 were used in closure body
    .join(Style.self) { $2.styleID == $3.id }.where { a, b, t in t.name == "x" }
}

private func joinsOfMoreTables7() {
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.join(Track.self) { $0.id == $2.albumID }
    .join(Style.self) { $2.styleID == $3.id }.join(Sale.self) { $2.id == $4.trackID }.select {
      // error: value of type 'Sale.Columns' has no member 'quantty'
      a, b, t, g, s in (b.name, s.quantty.sum())
    }
}

private func joinsOfMoreTables8() {
  // error: cannot find 'Artists' in scope
  // error: generic parameter 'Source' could not be inferred
  _ = Track.join(Album.self) { $0.albumID == $1.id }.join(Artists.self) { $1.artistID == $2.id }
    .select { $2.name }
}

private func joinsOfMoreTables9() {
  // error: cannot find 'Albums' in scope
  // error: generic parameter 'Source' could not be inferred
  _ = Track.join(Albums.self) { $0.albumID == $1.id }.join(Artist.self) { $1.artistID == $2.id }
    .where { a, b, c in c.name == "x" }.select { $2.name }
}
