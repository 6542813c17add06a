import ORM

private func wait(_ db: Database) async throws -> [Album] {
  // error: to parameter expecting synchronous function type
  try await db.read { connection in
    try await Task.sleep(for: .seconds(1))
    return try connection.fetch(Album.self)
  }
}
