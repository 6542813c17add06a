import ORM

private func insert(_ artist: Artist) {
  // error: 'insert(_:or:)' is unavailable: only a row or a draft of this table can be inserted
  _ = Album.insert(artist)
}
