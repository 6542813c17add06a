import ORM

private func whatever() -> Select<Album> {
  // error: this is not a condition: compare it, or use a column or an expression of Bool or Bool?
  Album.where { $0.title }
}
