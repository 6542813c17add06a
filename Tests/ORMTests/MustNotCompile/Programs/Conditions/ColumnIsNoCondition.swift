import ORM

private func whatever() -> Select<Album> {
  // error: this is no condition: compare it, or take a column or an expression of Bool or Bool?
  Album.where { $0.title }
}
