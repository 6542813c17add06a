import ORM

private func whereOfOneTable1() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.where { $0.nam == "x" }
}

private func whereOfOneTable2() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Track.where { $0.seconds > "3" }
}

private func whereOfOneTable3() {
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Track.where { $0.name == 3 }
}

private func whereOfOneTable4() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Track.where { $0.name == "x" && $0.id == "y" }
}

private func whereOfOneTable5() {
  _ = Track.where {
    // error: value of type 'Track.Columns' has no member 'style'
    $0.name == "x" && $0.style == 3 && $0.price > 1 && $0.seconds > 2 && $0.albumID == 4
  }
}

private func whereOfOneTable6() {
  // error: 'nil' is not compatible with expected argument type 'Double'
  _ = Track.where { $0.price == nil }
}

private func whereOfOneTable7() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Track.where { $0.styleID == "jazz" }
}

private func whereOfOneTable8() {
  // error: a condition must be a Bool or Bool?: compare the value, as in '$0.plays > 10'
  _ = Track.where { $0.name }
}

private func whereOfOneTable9() {
  // error: expects 1 argument, but 2 were used in closure body
  _ = Track.where { track, album in track.albumID == album.id }
}

private func whereOfOneTable10() {
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Track.where { $0.name.like(3) }
}

private func whereOfOneTable11() {
  // error: cannot convert value of type 'String' to expected element type 'Int'
  _ = Track.where { $0.seconds.in(["a"]) }
}

private func whereOfOneTable12() {
  // error: instance method 'between(_:and:)' requires
  _ = Track.where { $0.seconds.between("a", and: 3) }
}

private func whereOfOneTable13() {
  // error: cannot convert value of type 'Column<Track, String>' to expected argument type
  _ = Track.where { !$0.name }
}

private func whereOfOneTable14() {
  // error: cannot be applied to operands of type 'Column<Track, Int>' and 'Column<Track, String>'
  _ = Track.where { $0.albumID == $0.name }
}

private func whereOfOneTable15() {
  // error: value of type 'Track.Columns' has no member 'style'
  _ = Track.where { track in Style.where { $0.id == track.style }.exists() }
}

private func whereOfOneTable16() {
  // error: requires that 'SelectQuery<Album.Columns, OneValue<String>>' conform to 'ColumnRange'
  _ = Track.where { $0.albumID.in(Album.select { $0.title }) }
}
