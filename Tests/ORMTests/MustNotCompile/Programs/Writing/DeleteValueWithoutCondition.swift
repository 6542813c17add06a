import ORM

private func delete(_ db: Database) async throws {
  // error: choose rows with 'where', or delete all with 'deleteAll'
  try await db.run(Album.delete())
}
