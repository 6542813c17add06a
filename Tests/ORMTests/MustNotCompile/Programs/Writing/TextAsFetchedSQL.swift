import ORM

private func fetch(_ db: Database, _ title: String) async throws {
  let text = "SELECT * FROM album WHERE title = '" + title + "'"
  // error: is unavailable: SQL is a literal: write '"… = \(title)"', or '"\(raw: text)"' for a String
  _ = try await db.fetch(Album.self, sql: text)
}
