import ORM

private func misspelt(_ db: Database, _ rooms: [Room], _ town: Town) async throws {
  // error: value of type 'Town.Columns' has no member 'romms'
  try await db.link(town, to: rooms, by: \.romms)
}

private func otherRows(_ db: Database, _ houses: [House], _ town: Town) async throws {
  // error: cannot convert value of type '[House]' to expected argument type '[Room]'
  try await db.link(town, to: houses, by: \.rooms)
}

private func oneRow(_ db: Database, _ room: Room, _ town: Town) async throws {
  // error: cannot convert value of type 'Room' to expected argument type '[Room]'
  try await db.unlink(town, from: room, by: \.rooms)
}

private func column(_ db: Database, _ rooms: [Room], _ town: Town) async throws {
  // error: cannot convert value of type 'KeyPath<
  try await db.link(town, to: rooms, by: \.name)
}

private func onConnection(_ db: Database, _ rooms: [Room], _ town: Town) async throws {
  try await db.transaction { tx in
    // error: value of type 'Town.Columns' has no member 'romms'
    _ = try tx.unlink(town, from: rooms, by: \.romms)
  }
}
