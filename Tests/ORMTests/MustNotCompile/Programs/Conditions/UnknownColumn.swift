import ORM

private func subtitled() -> Select<Album> {
  // error: value of type 'Album.Columns' has no member 'subtitle'
  Album.where { $0.subtitle == "live" }
}
