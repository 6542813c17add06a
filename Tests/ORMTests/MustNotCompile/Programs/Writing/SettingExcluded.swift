import ORM

private func insert(_ album: Album) {
  // error: cannot assign to property: 'plays' is a get-only property
  // error: cannot assign value of type 'Int' to type 'Column<Album, Int>'
  _ = Album.insert(album).onConflict { $0.title }.doUpdate { row, excluded in excluded.plays = 1 }
}
