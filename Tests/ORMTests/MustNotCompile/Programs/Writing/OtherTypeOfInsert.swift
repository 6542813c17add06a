import ORM

private func insert(_ db: Database) async throws {
  // error: cannot assign value of type 'Int' to type 'String'
  try await db.insert(Album.self) { $0.title = 1 }
}
