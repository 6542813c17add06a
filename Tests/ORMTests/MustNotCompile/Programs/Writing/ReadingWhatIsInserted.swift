import ORM

private func insert(_ db: Database) async throws {
  // error: a column can only be set here, not read
  try await db.insert(Album.self) { $0.plays = $0.plays + 1 }
}
