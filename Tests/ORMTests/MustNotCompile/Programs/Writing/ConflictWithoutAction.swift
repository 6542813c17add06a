import ORM

private func insert(_ db: Database, _ album: Album) async throws {
  // error: requires that 'ConflictClause<Album>' conform to 'WriteStatement'
  try await db.run(Album.insert(album).onConflict { $0.title })
}
