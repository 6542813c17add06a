import ORM

private func count(_ db: Database, _ counter: Counter) async throws {
  try await db.transaction { tx in
    // error: capture of 'counter' with non-Sendable type 'Counter'
    counter.count += try tx.count(Album.self)
  }
}
