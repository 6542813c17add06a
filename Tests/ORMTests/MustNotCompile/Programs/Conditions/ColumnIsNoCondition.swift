import ORM

private func whatever() -> Select<Album> {
  // error: cannot convert value of type 'Column<Album, String>'
  Album.where { $0.title }
}
