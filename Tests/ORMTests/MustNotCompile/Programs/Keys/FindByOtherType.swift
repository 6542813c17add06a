import ORM

private func find(_ db: Database) async throws {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = try await db.find(Artist.self, "Sade")
}
