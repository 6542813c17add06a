import ORM

private func write(_ db: Database) async throws {
  let snapshot = try await db.snapshot()
  // error: value of type 'Snapshot' has no member 'insert'
  try await snapshot.insert(LogLine(text: "too late"))
}
