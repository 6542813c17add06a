import ORM

private func run(_ db: Database) async throws {
  // error: requires that 'SelectQuery<Album.Columns, WholeRow<Album>>' conform to 'WriteStatement'
  try await db.run(Album.where { $0.plays == 0 })
}
