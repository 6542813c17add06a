import ORM

private func selectOfOneTable1() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.select { $0.nam }
}

private func selectOfOneTable2() {
  // error: value of type 'Track.Columns' has no member 'second'
  _ = Track.select { ($0.name, $0.second) }
}

private func selectOfOneTable3() {
  // error: operator function '*' requires the types 'Double' and 'Int' be equivalent
  _ = Track.select { ($0.price * $0.seconds).sum() }
}

private func selectOfOneTable4() {
  // error: requires that 'String' conform to 'AdditiveRepresentation'
  _ = Track.select { $0.name.sum() }
}

private func selectOfOneTable5() {
  // error: operator function '+' requires that 'Column<Track, Double>' conform to 'Sequence'
  _ = Track.select { $0.price + "1" }
}

private func selectOfOneTable6() {
  // error: requires the types 'String' and 'Int' be equivalent
  _ = Track.select { ArtistCount.select(artistID: $0.id, albums: $0.name) }
}

private func selectOfOneTable7() {
  // error: missing argument for parameter 'albums' in call
  _ = Track.select { ArtistCount.select(artistID: $0.id) }
}

private func selectOfOneTable8() {
  // error: value of type 'Track.Columns' has no member 'lengt'
  _ = Track.select { SQLFunction.rowNumber().over(order: $0.lengt) }
}

private func selectOfOneTable10() {
  _ = Track.select {
    $0.price * 2 + 1
    $0.seconds + $0.albumID * 2
    // error: operator function '*' requires the types 'Double' and 'Int' be equivalent
    $0.price * $0.seconds
    $0.seconds - 1
  }
}

private func selectOfOneTable11() {
  _ = Track.select {
    $0.price * 2 + 1
    // error: value of type 'Track.Columns' has no member 'secnds'
    $0.secnds + $0.albumID * 2
    $0.price + 1
    $0.seconds - 1
  }
}

private func selectOfOneTable12() {
  _ = Track.select {
    $0.price * 2 + 1
    // error: 'buildExpression' is unavailable: select columns, expressions, tables
    NotATable()
  }
}

private func selectOfOneTable13() {
  _ = Track.join(Style.self) { $0.styleID == $1.id }.select {
    $0.price * 2 + 1
    // error: value of type 'Style.Columns' has no member 'nam'
    $1.nam
  }
}

private func selectOfOneTable14() {
  _ = Track.where { $0.id == 1 }.update { $0.seconds += 1 }.returning {
    $0.seconds + 1
    // error: value of type 'Track.Columns' has no member 'nam'
    $0.nam
  }
}

private func selectOfOneTable9() {
  // error: value of type 'Track.Columns' has no member 'albunID'
  _ = Track.select { $0.seconds.sum().over(partition: $0.albunID, order: $0.id) }
}
