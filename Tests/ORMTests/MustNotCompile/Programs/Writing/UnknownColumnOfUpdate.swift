import ORM

private func update() {
  // error: value of type 'Updates<Album>' has no dynamic member 'subtitle'
  // error: generic parameter 'Representation' could not be inferred
  _ = Album.where { $0.plays == 0 }.update { $0.subtitle = "live" }
}
