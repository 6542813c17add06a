import ORM

private func otherWords1() {
  // error: 'filter' has been renamed to 'where(_:)'
  _ = Track.filter { $0.seconds > 3 }
}

private func otherWords2() {
  // error: 'filter' has been renamed to 'where(_:)'
  _ = Track.order { $0.name }.filter { $0.seconds > 3 && $0.name == "x" }
}

private func otherWords3() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.filter { $0.nam == "x" }
}

private func otherWords4() {
  // error: 'orderBy' has been renamed to 'order(_:)'
  _ = Track.orderBy { $0.name }
}

private func otherWords5() {
  // error: 'orderBy' has been renamed to 'order(_:)'
  _ = Track.where { $0.seconds > 3 }.orderBy { $0.name.desc() }
}

private func otherWords6() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.orderBy { $0.nam }
}

private func otherWords7() {
  // error: 'sorted(by:)' has been renamed to 'order(_:)'
  _ = Track.all.sorted { $0.name }
}

private func otherWords8() {
  // error: extraneous argument label 'by:' in call
  _ = Track.order(by: { $0.name })
}

private func otherWords9() {
  // error: extra argument 'ascending' in call
  // error: key path value type
  _ = Track.order(\.name, ascending: false)
}

private func otherWords10() {
  // error: 'groupBy' has been renamed to 'group(_:)'
  _ = Track.groupBy { $0.albumID }.select { ($0.albumID, $0.count()) }
}

private func otherWords11() {
  // error: extraneous argument label 'by:' in call
  _ = Track.group(by: { $0.albumID })
}

private func otherWords12() {
  // error: value of type 'Track.Columns' has no member 'albunID'
  _ = Track.groupBy { $0.albunID }
}

private func otherWords13() {
  // error: 'offset' is unavailable: an offset needs a limit: write 'limit(10, offset: 20)'
  _ = Track.limit(10).offset(20)
}

private func otherWords14() {
  // error: 'offset' is unavailable: an offset needs a limit: write 'limit(10, offset: 20)'
  _ = Track.join(Album.self) { $0.albumID == $1.id }.limit(10).offset(20)
}

private func otherWords15(_ counts: TableExpression<ArtistCount>) {
  // error: 'update(from:as:or:_:where:)' has been renamed to 'update(source:as:or:_:where:)'
  _ = Album.all.update(from: counts) {
    $0.plays = $1.albums
  } where: {
    $0.artistID == $1.artistID
  }
}

private func otherWords16(_ counts: TableExpression<ArtistCount>) {
  _ = Album.all.update(from: counts) {
    // error: value of type 'ArtistCount.Columns' has no member 'album'
    $0.plays = $1.album
  } where: {
    $0.artistID == $1.artistID
  }
}
