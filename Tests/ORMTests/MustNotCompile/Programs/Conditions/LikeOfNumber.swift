import ORM

private func like() -> Select<Album> {
  // error: requires that 'Int' conform to 'TextRepresentation'
  Album.where { $0.plays.like("1%") }
}
