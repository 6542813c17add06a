import ORM

private func execute(_ db: Database, _ title: String) async throws {
  let text = "DELETE FROM album WHERE title = '" + title + "'"
  // error: is unavailable: write SQL with its values in the call: '"… = \(title)"', or '"\(raw: text)"'
  try await db.execute(text)
}
