import ORM

private func wait(_ db: Database) async throws {
  try await db.transaction { tx in
    // error: to parameter expecting synchronous function type
    try tx.transaction {
      try tx.insert(LogLine(text: "first"))
      try await Task.sleep(for: .seconds(1))
    }
  }
}
