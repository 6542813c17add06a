import ORM

private func ranks() -> some ComposableSelect {
  // error: call over() on a window function
  Album.select { _ in SQLFunction.rank() }
}
