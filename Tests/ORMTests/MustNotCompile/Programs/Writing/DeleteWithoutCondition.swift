import ORM

private func delete(_ db: Database) async throws {
  // error: choose rows with 'where:', or delete all with 'deleteAll(_:)'
  try await db.delete(Album.self)
}
