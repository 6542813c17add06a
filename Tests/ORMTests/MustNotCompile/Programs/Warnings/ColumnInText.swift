import ORM

private func inAnUpdate() {
  // warning: a column in a string has no value: concatenate with '+', as in '$0.title + "!"'
  _ = Album.updateAll { $0.title = "\($0.title) (remaster)" }
  // warning: a column in a string has no value
  _ = Album.updateAll { $0.title = "\($0.plays) times: \($0.title.upper())" }
  // warning: columns in a string have no value
  _ = Album.updateAll { $0.title = "\($0) (remaster)" }
}

private func inAQuery() {
  // warning: a column in a string has no value
  _ = Album.where { $0.title == "\($0.title)!" }
  // warning: a column in a string has no value
  _ = Album.select { "\($0.title)!" }
  // warning: columns in a string have no value
  _ = Album.where { $0.title == "\($0)" }
}

private func withoutAnAssignment() {
  // warning: result of operator '==' is unused
  _ = Album.updateAll { $0.title == "Promise" }
}
