import ORM

private func run(_ db: Database) async throws {
  // error: 'Delete<Album>' conform to 'SelectStatement'
  let albums = try await db.fetch(Album.where { $0.plays == 0 }.delete())
  print(albums)
}
