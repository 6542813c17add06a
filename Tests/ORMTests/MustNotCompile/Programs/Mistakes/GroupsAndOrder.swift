import ORM

private func groupsAndOrder1() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.order { $0.nam }
}

private func groupsAndOrder2() {
  // error: value of type 'Column<Track, String>' has no member 'descending'
  _ = Track.order { $0.name.descending() }
}

private func groupsAndOrder3() {
  // error: cannot convert value of type 'String' to expected argument type 'OrderingTerm'
  _ = Track.order { _ in "name" }
}

private func groupsAndOrder4() {
  // error: value of type 'Track.Columns' has no member 'albunID'
  _ = Track.group { $0.albunID }.select { $0.count() }
}

private func groupsAndOrder5() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Track.group { $0.albumID }.having { $0.count() > "3" }
}

private func groupsAndOrder6() {
  // error: value of type 'Track.Columns' has no member 'cont'
  _ = Track.group { $0.albumID }.having { $0.cont() > 3 }
}

private func groupsAndOrder7() {
  // error: a condition must be a Bool or Bool?: compare the value
  _ = Track.group { $0.albumID }.having { $0.seconds.sum() }
}

private func groupsAndOrder8() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Track.limit("3")
}

private func groupsAndOrder9() {
  // error: value of type 'Track.Columns' has no member 'album'
  _ = Track.all.window("w") { WindowDefinition(partition: $0.album) }.select { $0.id }
}
