import ORM

private func fetch(_ db: Database, _ title: String) async throws {
  let text = "SELECT * FROM album WHERE title = '" + title + "'"
  // error: is unavailable: write SQL with its values in the call: '"… = \(title)"', or '"\(raw: text)"'
  _ = try await db.fetch(Album.self, sql: text)
}
