import ORM

private func patterns() -> [MatchPattern] {
  [
    // error: missing argument for parameter #1 in call
    MatchPattern.token("swift").in(),
    // error: missing argument for parameter #1 in call
    MatchPattern.token("swift").notIn(),
  ]
}
