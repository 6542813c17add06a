import ORM

private func update() -> some Any {
  Album.all.update(from: Artist.self) {
    $0.title = $1.name
  } where: {
    $0.artistID == $1.id
  }
  // error: expects 1 argument, but 2 were used in closure body
  .returning { $1.name }
}
