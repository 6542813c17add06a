import ORM

private func titledByPlays() -> Select<Album> {
  // error: operands of type 'Column<Album, String>' and 'Column<Album, Int>'
  Album.where { $0.title == $0.plays }
}
