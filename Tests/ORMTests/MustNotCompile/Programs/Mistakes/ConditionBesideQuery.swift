import ORM

private func besideQuery1(_ db: Database, _ albums: [Album]) async throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try await db.count(Album.where { $0.plays > 3 }, where: { $0.title == "x" })
}

private func besideQuery2(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try db.count(Album.where { $0.plays > 3 }) { $0.title == "x" }
}

private func besideQuery3(_ db: Database, _ albums: [Album]) async throws {
  // error: closure passed to parameter of type 'WhereTakesTheTypeOfATable' that does not accept a closure
  _ = try await db.count(albums, where: { $0.title == "x" })
}

private func besideQuery4(_ db: Database, _ albums: [Album]) async throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try await db.exists(Album.where { $0.plays > 3 }, where: { $0.title == "x" })
}

private func besideQuery5(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try db.exists(Album.where { $0.plays > 3 }, where: { $0.title == "x" })
}

private func besideQuery6(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'WhereTakesTheTypeOfATable' that does not accept a closure
  _ = try db.exists(albums, where: { $0.title == "x" })
}

private func besideQuery7(_ db: Database, _ albums: [Album]) async throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try await db.fetch(Album.where { $0.plays > 3 }, where: { $0.title == "x" })
}

private func besideQuery8(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try db.fetch(Album.where { $0.plays > 3 }) { $0.title == "x" }
}

private func besideQuery9(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'WhereTakesTheTypeOfATable' that does not accept a closure
  _ = try db.fetch(albums, where: { $0.title == "x" })
}

private func besideQuery10(_ db: Database, _ albums: [Album]) async throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try await db.first(Album.where { $0.plays > 3 }, where: { $0.title == "x" })
}

private func besideQuery11(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try db.first(Album.where { $0.plays > 3 }) { $0.title == "x" }
}

private func besideQuery12(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'WhereTakesTheTypeOfATable' that does not accept a closure
  _ = try db.first(albums, where: { $0.title == "x" })
}

private func besideQuery13(_ db: Database, _ albums: [Album]) async throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try await db.delete(Album.where { $0.plays > 3 }, where: { $0.title == "x" })
}

private func besideQuery14(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'QueryHasItsOwnWhere' that does not accept a closure
  _ = try db.delete(Album.where { $0.plays > 3 }, where: { $0.title == "x" })
}

private func besideQuery15(_ db: isolated Connection, _ albums: [Album]) throws {
  // error: closure passed to parameter of type 'WhereTakesTheTypeOfATable' that does not accept a closure
  _ = try db.delete(albums, where: { $0.title == "x" })
}
