import ORM

private func insert(_ db: Database) async throws {
  // error: 'nil' cannot be assigned to type 'String'
  try await db.insert(Album.self) { $0.title = nil }
}
