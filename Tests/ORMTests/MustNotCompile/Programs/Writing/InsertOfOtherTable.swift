import ORM

private func insert(_ artist: Artist) {
  // error: requires that 'Artist' conform to 'TableDraft'
  _ = Album.insert(artist)
}
