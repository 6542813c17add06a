import ORM

private func insert() {
  _ = Album.insert {
    ($0.title, $0.artistID)
  } select: {
    // error: type '(Column<Artist, Int>, Column<Artist, String>)' cannot conform to 'Selectable'
    Artist.select { ($0.id, $0.name) }
  }
}
