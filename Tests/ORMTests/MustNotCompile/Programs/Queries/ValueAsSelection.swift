import ORM

private func withWhatNoColumnHolds() -> some ComposableSelect {
  // error: select columns, expressions, whole tables and values of columns' types
  Album.select { ($0.title, NotATable()) }
}
