import ORM

private func change(_ db: Database, _ line: LogLine) async throws {
  // error: no exact matches in call to instance method 'update'
  try await db.update(line)
}
