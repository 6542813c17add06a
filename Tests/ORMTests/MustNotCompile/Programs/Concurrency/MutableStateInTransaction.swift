import ORM

private func count(_ db: Database) async throws {
  var count = 0
  try await db.transaction { tx in
    // error: mutation of captured var 'count' in concurrently-executing code
    count += try tx.count(Album.self)
  }
}
