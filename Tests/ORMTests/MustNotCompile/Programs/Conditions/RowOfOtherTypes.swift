import ORM

private func albums() -> some ComposableSelect {
  // error: cannot convert value of type
  Album.where { RowValue($0.plays, $0.title).in([("Promise", 1)]) }
}
