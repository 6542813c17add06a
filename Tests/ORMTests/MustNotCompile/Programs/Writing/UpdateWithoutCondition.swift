import ORM

private func update(_ db: Database) async throws {
  // error: choose rows with 'where', or update all with 'updateAll'
  try await db.run(Album.update { $0.plays = 0 })
}
