import ORM

private func columnsOfStatement1(_ db: Database) async throws {
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = try await db.columns(of: Album.where { $0.titel == "x" })
}
