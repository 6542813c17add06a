import ORM

private func counter(_ db: Database) async throws -> Counter {
  // error: type 'Counter' does not conform to the 'Sendable' protocol
  try await db.read { db in Counter() }
}
