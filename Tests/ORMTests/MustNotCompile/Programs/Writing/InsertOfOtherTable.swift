import ORM

private func insert(_ artist: Artist) {
  // error: 'insert(_:or:)' is unavailable: this is no row, and no draft, of this table
  _ = Album.insert(artist)
}
