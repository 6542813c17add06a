import ORM

private func update() {
  // error: cannot assign value of type 'SQLExpression<Int>' to type 'SQLExpression<String>'
  _ = Album.where { $0.plays == 0 }.update { $0.title = $0.plays }
}
