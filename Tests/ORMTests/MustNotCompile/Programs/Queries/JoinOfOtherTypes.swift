import ORM

private func rows() -> some ComposableSelect {
  // error: binary operator '==' cannot be applied
  Album.join(Artist.self) { $0.title == $1.id }
}
