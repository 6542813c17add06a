import ORM

private func insert() {
  _ = Album.insert {
    // error: to closure result type '(Column<Album, Int>, Column<Album, String>)'
    ($0.title, $0.artistID)
  } select: {
    Artist.select { ($0.id, $0.name) }
  }
}
