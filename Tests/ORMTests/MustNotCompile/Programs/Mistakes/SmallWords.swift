import ORM

private func smallWords1(_ db: Database) async throws {
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = try await db.firstOrThrow(Album.self, where: { $0.titel == "x" })
}

private func smallWords2(_ db: isolated Connection) throws {
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = try db.firstOrThrow(Album.where { $0.titel == "x" })
}

private func smallWords3(_ db: Database, _ albums: [Album]) async throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try await db.firstOrThrow(Album.where { $0.plays > 3 }, where: { $0.title == "x" })
}

private func smallWords4(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'WhereTakesTheTypeOfATable' that does not accept a closure
  _ = try db.firstOrThrow(albums, where: { $0.title == "x" })
}

private func smallWords5(_ db: Database) async throws {
  // error: generic parameter 'Representation' could not be inferred
  // error: value of type 'Artist.Columns' has no member 'nam'
  _ = try await db.findOrInsert(Artist.Draft(name: "x"), by: \.nam)
}

private func smallWords6(_ db: Database) async throws {
  // error: 'findOrInsert' is unavailable: a draft has no key: write 'findOrInsert(draft, by: \.name)'
  _ = try await db.findOrInsert(Artist.Draft(name: "x"))
}

private func smallWords7(_ db: isolated Connection) throws {
  // error: generic parameter 'Representation' could not be inferred
  // error: value of type 'Album.Columns' has no member 'titel'
  _ = try db.findOrInsert(Album(title: "x", artistID: 1), by: \.titel, \.artistID)
}

private func smallWords8(_ db: Database, _ album: Album) async throws {
  // error: value of type 'Album.Columns' has no member 'trakcs'
  _ = try await db.load(of: album) { $0.trakcs }
}

private func smallWords9(_ db: Database, _ albums: [Album]) async throws {
  // error: instance method 'load(of:_:)' requires that '[Album]' conform to 'KeyedTable'
  _ = try await db.load(of: albums) { $0.title }
}
