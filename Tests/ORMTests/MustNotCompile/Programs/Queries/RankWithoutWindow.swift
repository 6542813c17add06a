import ORM

private func ranks() -> some ComposableSelect {
  // error: a window function with over()
  Album.select { _ in SQLFunction.rank() }
}
