import ORM

private func execute(_ db: Database, _ title: String) async throws {
  let text = "DELETE FROM album WHERE title = '" + title + "'"
  // error: cannot convert value of type 'String' to expected argument type 'SQL'
  try await db.execute(text)
}
