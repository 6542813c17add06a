import ORM

private func save(_ db: Database, _ line: LogLine) async throws {
  // error: 'save' requires that 'LogLine' conform to 'KeyedTable'
  try await db.save(line)
}
