import ORM

private func update() {
  // error: 'nil' cannot be assigned to type 'SQLExpression<String>'
  _ = Album.where { $0.plays == 0 }.update { $0.title = nil }
}
