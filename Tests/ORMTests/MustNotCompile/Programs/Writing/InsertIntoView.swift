import ORM

private func insert(_ db: Database) async throws {
  // error: no exact matches in call to instance method 'insert'
  try await db.insert(ArtistTotal(artist: "Sade", albums: 4))
}
