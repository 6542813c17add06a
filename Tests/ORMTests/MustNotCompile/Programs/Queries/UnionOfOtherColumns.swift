import ORM

private func names() -> some ComposableSelect {
  // error: requires the types
  Album.select { $0.title }.union(Artist.select { $0.id })
}
