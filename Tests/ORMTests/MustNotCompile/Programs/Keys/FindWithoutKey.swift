import ORM

private func find(_ db: Database) async throws {
  // error: 'find' requires that 'LogLine' conform to 'KeyedTable'
  // error: expected argument type 'LogLine.Key'
  _ = try await db.find(LogLine.self, 1)
}
