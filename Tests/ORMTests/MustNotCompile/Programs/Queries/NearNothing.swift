import ORM

private func notes() -> some ComposableSelect {
  // error: missing argument for parameter #1 in call
  Note.where { $0.match(.near()) }
}
