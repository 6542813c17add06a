import ORM

private func delete(_ db: Database) async throws {
  // error: requires that 'ArtistTotal' conform to 'DatabaseTable'
  try await db.delete(ArtistTotal.self, where: { $0.albums == 0 })
}
