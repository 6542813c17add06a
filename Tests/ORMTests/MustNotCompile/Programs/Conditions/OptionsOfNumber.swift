import ORM

private func live() -> Select<Album> {
  // error: requires that 'Int' conform to 'OptionSet'
  // error: type 'Int' has no member 'live'
  Album.where { $0.plays.contains(.live) }
}
