import ORM

private func albums() -> some ComposableSelect {
  // error: requires that 'Album' conform to 'FullTextTable'
  Album.where { $0.title.match("promise") }
}
