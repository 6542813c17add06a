import ORM

private func listed() -> Select<Album> {
  // error: cannot convert value of type 'String' to expected element type 'Int'
  // error: cannot convert value of type 'String' to expected element type 'Int'
  Album.where { $0.plays.in(["one", "two"]) }
}
