import ORM

private func notes(_ input: String) -> some ComposableSelect {
  // error: cannot convert value of type 'String' to expected argument type 'MatchPattern'
  Note.where { $0.match(input) }
}
