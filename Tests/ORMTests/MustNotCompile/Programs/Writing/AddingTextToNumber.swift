import ORM

private func update() {
  // error: cannot convert value of type 'SQLExpression<Int>' to expected argument type 'SQLExpression<String>'
  _ = Album.where { $0.plays == 0 }.update { $0.plays += "one" }
}
