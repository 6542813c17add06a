import ORM

private func misspelt(_ db: Database) async throws {
  _ = try await db.insert(parent: Town.Draft(name: "Kano")) {
    // error: incorrect argument label in call (have 'stret:townID:', expected 'street:townID:')
    [House.Draft(stret: "x", townID: $0.id)]
  }
}

private func misspeltKey(_ db: Database) async throws {
  _ = try await db.insert(parent: Town.Draft(name: "Kano")) {
    // error: value of type 'Town' has no member 'idd'
    [House.Draft(street: "x", townID: $0.idd)]
  }
}

private func otherType(_ db: Database) async throws {
  _ = try await db.insert(parent: Town.Draft(name: "Kano")) {
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    [House.Draft(street: "x", townID: $0.name)]
  }
}

private func noRows(_ db: Database) async throws {
  // error: requires that 'Int' conform to 'Insertable'
  _ = try await db.insert(parent: Town.Draft(name: "Kano")) { [$0.id] }
}

private func noRow(_ db: Database) async throws {
  // error: requires that 'String' conform to 'Insertable'
  _ = try await db.insert(parent: "Kano") { _ in [Town.Draft(name: "Kano")] }
}

private func inTransaction(_ db: Database) async throws {
  try await db.transaction { tx in
    let (town, houses) = try tx.insert(parent: Town.Draft(name: "Kano")) {
      // error: value of type 'Town' has no member 'ids'
      [House.Draft(street: "x", townID: $0.ids)]
    }
    print(town.id, houses.count)
  }
}
