import ORM

private func update() {
  // error: referencing operator function '+='
  _ = Album.where { $0.plays == 0 }.update { $0.plays += "one" }
}
