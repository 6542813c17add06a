import ORM

private func update() {
  let most = Album.select { $0.plays.max() }.scalar()
  // error: cannot assign value of type 'SQLExpression<Optional<Int>.Nullable>'
  _ = Album.where { $0.plays == 0 }.update { $0.plays = most }
}
