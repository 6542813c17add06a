import ORM

private func update() {
  // error: value of type 'Join2<Album.Columns, Artist.Columns>' has no member 'update'
  _ = Album.join(Artist.self) { $0.artistID == $1.id }.update { $0.plays = 1 }
}
