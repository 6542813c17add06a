import ORM

private func insert(_ artist: Artist) {
  // error: 'insert(_:or:)' is unavailable: this is neither a row nor a draft of this table
  _ = Album.insert(artist)
}
