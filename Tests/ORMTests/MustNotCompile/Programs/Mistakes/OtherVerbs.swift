import ORM

private func otherVerbs1(_ db: Database) async throws {
  // error: 'fetchOne' has been renamed to 'first(_:)'
  _ = try await db.fetchOne(Track.where { $0.id == 1 })
}

private func otherVerbs2(_ db: Database) async throws {
  // error: 'fetchOne' has been renamed to 'first(_:)'
  _ = try await db.fetchOne(Track.self)
}

private func otherVerbs3(_ db: Database) async throws {
  // error: 'fetchAll' has been renamed to 'fetch(_:)'
  _ = try await db.fetchAll(Track.order { $0.name })
}

private func otherVerbs4(_ db: isolated Connection) async throws {
  // error: 'fetchAll' has been renamed to 'fetch(_:)'
  _ = try db.fetchAll(Track.self)
}

private func otherVerbs5(_ db: Database) async throws {
  // error: 'fetchCount' has been renamed to 'count(_:)'
  _ = try await db.fetchCount(Track.where { $0.seconds > 3 })
}

private func otherVerbs6(_ db: Database) async throws {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = try await db.fetchOne(Track.where { $0.nam == "x" })
}

private func otherVerbs7(_ db: isolated Connection) async throws {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = try db.fetchAll(Track.where { $0.nam == "x" })
}

private func otherVerbs8(_ db: isolated Connection) async throws {
  // error: 'fetchAll' is unavailable: a table has no fetch methods; write 'db.fetch(Album.self)'
  _ = try Track.fetchAll(db)
}

private func otherVerbs9(_ db: isolated Connection) async throws {
  // error: 'fetchOne' is unavailable: a table has no fetch methods; write 'db.first(Album.self)' or 'db.find(Album.self, 1)'
  _ = try Track.fetchOne(db)
}

private func otherVerbs10(_ db: isolated Connection) async throws {
  // error: 'fetchOne(_:key:)' is unavailable: a table has no fetch methods; write 'db.find(Album.self, 1)'
  _ = try Track.fetchOne(db, key: 1)
}

private func otherVerbs11(_ db: isolated Connection) async throws {
  // error: 'fetchAll' is unavailable: a query has no fetch methods; write 'db.fetch(query)'
  _ = try Track.where { $0.seconds > 3 }.fetchAll(db)
}

private func otherVerbs12(_ db: isolated Connection) async throws {
  // error: 'fetchCount' is unavailable: a table has no count method; write 'db.count(Album.self)'
  _ = try Track.fetchCount(db)
}

private func otherVerbs13(_ db: isolated Connection) async throws {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = try Track.where { $0.nam == "x" }.fetchAll(db)
}

private func otherVerbs14(_ db: Database) async throws {
  // error: 'write' has been renamed to 'transaction(_:)'
  try await db.write { try $0.deleteAll(Track.self) }
}

private func otherVerbs15(_ db: Database, _ text: String) async throws {
  // error: 'first(_:sql:)' is unavailable: SQL is a literal: write '"… = \(title)"', or '"\(raw: text)"' for a String
  _ = try await db.first(Track.self, sql: text)
}

private func otherVerbs16(_ db: isolated Connection, _ text: String) async throws {
  // error: 'execute' is unavailable: SQL is a literal: write '"… = \(title)"', or '"\(raw: text)"' for a String
  try db.execute(text)
}

private func otherVerbs17(_ db: Database) async throws {
  // error: value of type 'Track.Columns' has no member 'nam'
  _ = try await db.fetch(Track.self, sql: "SELECT * FROM track WHERE \(Track.columns.nam) = 1")
}

private func otherVerbs18(_ db: Database, _ track: Track) async throws {
  // error: cannot convert value of type '[Any]' to expected argument type 'KeyPath<Track.Columns, Column<Track, _>>'
  // error: could not infer pack element #0 from context
  // error: cannot infer key path type from context
  try await db.update(track, columns: [\.name])
}

private func otherVerbs19(_ db: Database) async throws {
  // error: extraneous argument label 'id:' in call
  _ = try await db.find(Track.self, id: 1)
}

private func otherVerbs20(_ db: Database) async throws {
  // error: value of type '[Track]' has no member 'where'
  _ = try await db.fetch(Track.self).where { $0.id == 1 }
}

private func otherVerbs21(_ db: Database) async throws {
  // error: missing argument for parameter 'id' in call
  try await db.insert(Artist(name: "Sade"))
}

private func otherVerbs22(_ db: Database) async throws {
  // error: cannot assign value of type '[SelectQuery<Album.Columns, OneValue<String>>.Output]' (aka 'Array<String>') to type '[Album]'
  let _: [Album] = try await db.fetch(Album.select { $0.title })
}

private func otherVerbs23(_ db: Database) async throws {
  // error: (aka 'Array<Array<Room>>') to type '[Room]'
  let _: [Room] = try await db.fetch(House.select { $0.rooms })
}

private func otherVerbs24(_ db: Database, _ track: Track) async throws {
  // error: static member 'insert' cannot be used on instance of type 'Track'
  try await track.insert(db)
}

private func otherVerbs25(_ db: isolated Connection, _ track: Track) throws {
  // error: 'save' is unavailable: a row has no save method; write 'db.save(album)'
  try track.save(db)
}

private func otherVerbs26(_ db: isolated Connection, _ track: Track) throws {
  // error: 'update' is unavailable: a row has no update method; write 'db.update(album)'
  try track.update(db)
}

private func otherVerbs27(_ db: Database, _ track: Track) async throws {
  // error: 'delete' is unavailable: a row has no delete method; write 'db.delete(album)'
  try await track.delete(db)
}

private func otherVerbs28(_ db: Database, _ track: Track) async throws {
  // error: value of type 'Track' has no member 'inser'
  try await track.inser(db)
}
