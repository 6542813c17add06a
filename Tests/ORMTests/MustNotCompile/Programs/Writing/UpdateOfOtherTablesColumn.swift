import ORM

private func update(_ db: Database, _ album: Album) async throws {
  // error: value of type 'Album.Columns' has no member 'name'
  // error: could not infer pack element #0
  try await db.update(album, columns: \.name)
}
