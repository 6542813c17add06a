import ORM

private func whatever() -> Select<Album> {
  // error: a condition must be a Bool or Bool?: compare the value, as in '$0.plays > 10'
  Album.where { $0.title }
}
