import ORM

private func fetch(_ db: Database, _ title: String) async throws {
  let text = "SELECT * FROM album WHERE title = '" + title + "'"
  // error: cannot convert value of type 'String' to expected argument type 'SQL'
  _ = try await db.fetch(Album.self, sql: text)
}
