import ORM

private func names(_ db: Database) async throws {
  let names = Album.select { $0.title }.union(Artist.select { $0.name })
  // error: has no member 'page'
  _ = try await db.fetch(names.page(size: 50))
}
