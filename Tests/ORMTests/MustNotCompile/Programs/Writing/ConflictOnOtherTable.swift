import ORM

private func insert(_ album: Album) {
  // error: value of type 'Album.Columns' has no member 'name'
  _ = Album.insert(album).onConflict { $0.name }.doNothing()
}
