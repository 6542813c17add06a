import ORM

// MARK: - Lists of conditions

private func lists1(_ words: [String]) {
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = Album.where { album in words.any { album.titel.contains($0) } }
}

private func lists2(_ words: [String]) {
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = Album.where { album in words.all { album.titel == $0 } && album.plays * 2 > 3 }
}

private func lists3(_ words: [String]) {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Album.where { album in words.any { album.plays == $0 } }
}

private func lists4(_ words: [String]) {
  // error: 'contains(where:)' has been renamed to 'any(_:)'
  _ = Album.where { album in words.contains { album.title.contains($0) } }
}

private func lists5(_ words: [String]) {
  // error: 'allSatisfy' has been renamed to 'all(_:)'
  _ = Album.where { album in words.allSatisfy { album.title.contains($0) } }
}

private func lists6(_ words: [String]) {
  // error: contextual type for closure argument list expects 1 argument
  // error: value of type 'String' has no member 'title'
  _ = Album.where { words.any { $0.title.contains($0) } }
}

private func lists7(_ words: [String]) {
  // error: cannot find 'wods' in scope
  _ = Album.where { album in wods.any { album.title.contains($0) } }
}

// MARK: - A value in place of NULL

private func defaults1() {
  // error: value of type 'Track.Columns' has no member 'stileID'
  _ = Track.where { ($0.stileID ?? 0) * 2 > $0.albumID }
}

private func defaults2() {
  // error: value of type 'Track.Columns' has no member 'albumId'
  _ = Track.where { ($0.styleID ?? 0) + 1 > $0.albumId && $0.name == "x" }
}

private func defaults3() {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = Track.select { ($0.name, $0.styleID ?? 0, $0.nam) }
}

private func defaults4() {
  // error: '??' is unavailable: '??' needs an optional column before it
  _ = Track.where { $0.name ?? "x" == "y" }
}

private func defaults5(_ style: Int?) {
  // error: '??' is unavailable: '??' needs an optional column before it
  _ = Track.select { $0.styleID ?? style }
}

private func defaults6() {
  // error: binary operator '??' cannot be applied to operands of type 'Column<Track, Int?>' and
  _ = Track.where { ($0.styleID ?? "x") > 3 }
}

private func defaults7() {
  // error: has no dynamic member 'stileID'
  _ = Track.updateAll { $0.styleID = ($0.stileID ?? 0) + 1 }
}

// MARK: - Options

private func options1() {
  // error: type 'Album.Flags' has no member 'lve'
  _ = Album.updateAll { $0.flags.insert([.lve, .live]) }
}

private func options2() {
  // error: type 'Album.Flags' has no member 'lve'
  _ = Album.updateAll { $0.flags.remove(Album.Flags.lve) }
}

private func options3() {
  // error: has no dynamic member 'flgs'
  // error: generic parameter 'Expression' could not be inferred
  // error: cannot infer contextual base in reference to member 'live'
  _ = Album.updateAll { $0.flgs.insert(.live) }
}

// MARK: - Values and relations

private func values1(_ counts: [(Int, Int)]) {
  // error: incorrect argument label in call (have 'artistID:album:', expected 'artistID:albums:')
  _ = TableExpression(values: counts, as: "new") { ArtistCount.select(artistID: $0.0, album: $0.1) }
}

private func values2(_ counts: [(Int, String)]) {
  // error: 'select(artistID:albums:)' requires the types
  _ = TableExpression(values: counts, as: "n") { ArtistCount.select(artistID: $0.0, albums: $0.1) }
}

private func values3() {
  // error: value of type 'Album.Columns' has no member 'titel'
  // error: generic parameter 'Representation' could not be inferred
  _ = SelectQuery { (Album.select { $0.titel.count() }.scalar(), 3) }
}
