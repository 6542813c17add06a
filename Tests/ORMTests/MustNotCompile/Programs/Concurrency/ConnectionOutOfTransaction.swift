import ORM

private func insert(_ db: Database) async throws {
  let leaked = try await db.transaction { tx in tx }
  // error: cannot be called from outside of the actor
  try leaked.insert(LogLine(text: "too late"))
}
