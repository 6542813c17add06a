import ORM

private func withWhatNoColumnHolds() -> some ComposableSelect {
  // error: select columns, expressions, tables or values
  Album.select { ($0.title, NotATable()) }
}
