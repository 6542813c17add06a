import ORM

private func numbered() -> some ComposableSelect {
  // error: select columns, expressions and whole tables
  Album.select { ($0.title, 5) }
}
