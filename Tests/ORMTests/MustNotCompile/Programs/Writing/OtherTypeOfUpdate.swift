import ORM

private func update() {
  // error: cannot assign value of type 'String' to type 'SQLExpression<Int>'
  _ = Album.where { $0.plays == 0 }.update { $0.plays = "none" }
}
