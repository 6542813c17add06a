import ORM

private func execute(_ db: Database, _ title: String) async throws {
  let text = "DELETE FROM album WHERE title = '" + title + "'"
  // error: is unavailable: SQL is a literal: write '"… = \(title)"', or '"\(raw: text)"' for a String
  try await db.execute(text)
}
