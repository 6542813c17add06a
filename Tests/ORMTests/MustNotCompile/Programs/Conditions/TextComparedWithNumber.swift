import ORM

private func numbered() -> Select<Album> {
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  Album.where { $0.title == 1 }
}
