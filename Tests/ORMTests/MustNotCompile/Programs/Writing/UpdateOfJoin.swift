import ORM

private func update() {
  // error: instance method 'update(or:_:)' requires the types
  // error: generic parameter 'T' could not be inferred
  // error: generic parameter 'Representation' could not be inferred
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.update { $0.plays = 1 }
}
