import ORM

private func joinsOfTwoTables1() {
  // error: value of type 'Album.Columns' has no member 'ID'
  _ = Track.join(Album.self) { $0.albumID == $1.ID }
}

private func joinsOfTwoTables2() {
  // error: cannot be applied to operands of type 'Column<Track, String>' and 'Column<Album, Int?>'
  _ = Track.join(Album.self) { $0.name == $1.id }
}

private func joinsOfTwoTables3() {
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = Track.join(Album.self) { $0.albumID == $1.id }.where { track, album in album.titel == "x" }
}

private func joinsOfTwoTables4() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Track.join(Style.self) { $0.styleID == $1.id }.where { $0.name == "x" && $1.id == "y" }
}

private func joinsOfTwoTables5() {
  // error: value of type 'Album.Columns' has no member 'name'
  _ = Track.join(Album.self) { $0.albumID == $1.id }.select { ($0.name, $1.name) }
}

private func joinsOfTwoTables6() {
  // error: value of type 'Album.Columns' has no member 'realeased'
  _ = Track.join(Album.self) { $0.albumID == $1.id }.order { $1.realeased.desc() }
}

private func joinsOfTwoTables7() {
  _ = Artist.leftJoin(Album.self) { $0.id == $1.artistID }.where { artist, album in
    // error: has no dynamic member 'titel'
    album.titel == nil
  }
}

private func joinsOfTwoTables8() {
  // error: has no dynamic member 'titel'
  _ = Artist.leftJoin(Album.self) { $0.id == $1.artistID }.select { ($0.name, $1.titel) }
}

private func joinsOfTwoTables9() {
  // error: member 'nam'
  _ = Artist.rightJoin(Album.self) { $0.id == $1.artistID }.where { a, _ in a.nam == nil }
}

private func joinsOfTwoTables10() {
  _ = Sale.join(Track.self) { $0.trackID == $1.id }.select { sale, track in
    // error: operator function '*' requires the types 'Double' and 'Int' be equivalent
    (sale.price * sale.quantity).sum()
  }
}

private func joinsOfTwoTables11() {
  // error: expects 2 arguments, but 1 was used in closure body
  _ = Track.join(Album.self) { $0.albumID == $1.id }.where { track in track.name == "x" }
}

private func joinsOfTwoTables12() {
  // error: expects 2 arguments, but 3 were used in closure body
  _ = Track.join(Album.self) { $0.albumID == $1.id }.where { a, b, c in a.name == "x" }
}

private func joinsOfTwoTables13() {
  // error: static method 'join(_:as:on:)' requires that 'NotATable' conform to 'TableOrView'
  _ = Track.join(NotATable.self) { $0.albumID == $1.id }
}

private func joinsOfTwoTables14() {
  // error: cannot find 'Albums' in scope
  // error: generic parameter 'Source' could not be inferred
  _ = Track.join(Albums.self) { $0.albumID == $1.id }
}

private func joinsOfTwoTables15() {
  // error: contextual closure type '(Track.Columns, Album.Columns) -> SQLExpression<Bool>' expects
  _ = Track.join(Album.self, on: { $0.albumID })
}

private func joinsOfTwoTables16() {
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = Track.crossJoin(Album.self).select { ($0.name, $1.titel) }
}

private func joinsOfTwoTables17() {
  // error: cannot find 'Albums' in scope
  // error: generic parameter 'Source' could not be inferred
  _ = Track.join(Albums.self) { $0.albumID == $1.id }.where { $1.plays > 3 }
}

private func joinsOfTwoTables18() {
  // error: static method 'join(_:as:on:)' requires that 'NotATable' conform to 'TableOrView'
  _ = Track.join(NotATable.self) { $0.albumID == $1.id }.where { $1.plays > 3 }
}
