import ORM

private func next(_ db: Database, _ cursor: Page<Artist>.Cursor) async throws -> Page<Album> {
  // error: cannot convert parent type
  try await db.fetch(Album.all.page(after: cursor, size: 50))
}
