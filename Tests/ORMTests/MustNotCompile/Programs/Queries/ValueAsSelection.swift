import ORM

private func withWhatNoColumnHolds() -> some ComposableSelect {
  // error: select columns, expressions, tables, values of columns' types
  Album.select { ($0.title, NotATable()) }
}
