import ORM

private func untitled() -> Select<Album> {
  // error: 'nil' is not compatible with expected argument type 'String'
  Album.where { $0.title == nil }
}
