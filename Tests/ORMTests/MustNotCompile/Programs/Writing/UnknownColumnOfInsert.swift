import ORM

private func insert(_ db: Database) async throws {
  try await db.insert(Album.self) {
    $0.title = "Promise"
    // error: value of type 'Assignments<Album>' has no dynamic member 'subtitle'
    // error: generic parameter 'Representation' could not be inferred
    $0.subtitle = "live"
  }
}
