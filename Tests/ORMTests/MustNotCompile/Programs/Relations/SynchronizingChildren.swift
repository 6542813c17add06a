import ORM

private func misspelt(_ db: Database, _ houses: [House], _ town: Town) async throws {
  // error: value of type 'Town.Columns' has no member 'huoses'
  try await db.sync(houses, as: \.huoses, of: town)
}

// The relation leads to other rows.
private func otherRows(_ db: Database, _ houses: [House], _ house: House) async throws {
  // error: cannot convert value of type '[House]' to expected argument type '[Room]'
  try await db.sync(houses, as: \.rooms, of: house)
}

private func otherDrafts(_ db: Database, _ houses: [House], _ town: Town) async throws {
  // error: cannot convert value of type 'KeyPath<
  try await db.sync([Room](), adding: [Room.Draft](), as: \.houses, of: town)
}

private func column(_ db: Database, _ houses: [House], _ town: Town) async throws {
  // error: cannot convert value of type 'KeyPath<
  try await db.sync(houses, as: \.name, of: town)
}

private func toOne(_ db: Database, _ towns: [Town], _ house: House) async throws {
  // error: cannot convert value of type 'KeyPath<
  try await db.sync(towns, as: \.town, of: house)
}

private func onConnection(_ db: Database, _ houses: [House], _ town: Town) async throws {
  try await db.transaction { tx in
    // error: value of type 'Town.Columns' has no member 'huoses'
    _ = try tx.sync(houses, as: \.huoses, of: town)
  }
}
