import ORM

private func named() -> Select<Album> {
  // error: value of type 'Artist.Columns' has no member 'title'
  Album.where { _ in Artist.columns.title == "Sade" }
}
