import ORM

private func albums(_ db: Database) async throws -> [(Artist, Album)] {
  // error: cannot convert return expression
  try await db.fetch(Artist.leftJoin(Album.self) { $0.id == $1.artistID })
}
