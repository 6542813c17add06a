import ORM

private func ranks() -> some ComposableSelect {
  // error: conform to 'Selectable'
  Album.select { _ in SQLFunction.rank() }
}
