import ORM

private func update() {
  var plays = 0
  // error: a column is an expression here, so it has no value to read
  _ = Album.where { $0.plays == 0 }.update { plays = $0.plays }
  print(plays)
}
