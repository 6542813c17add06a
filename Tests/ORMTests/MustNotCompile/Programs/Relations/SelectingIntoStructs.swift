import ORM

@Selection private struct RoomLine {
  @Embedded let room: Room
  let tenants: Int
}

@Selection private struct TownLine {
  @Embedded let town: Town
  let houses: [House]
  let count: Int
}

private func selectingIntoStructs(_ db: Database) async throws {
  _ = Town.select {
    // error: (aka 'Array<Room>') and '[House]' be equivalent
    TownLine.select(town: $0, houses: $0.houses.to { $0.rooms }, count: 0)
  }
  _ = Town.select {
    // error: has no member 'huoses'
    TownLine.select(town: $0, houses: $0.huoses, count: 0)
  }
  _ = Town.select {
    // error: the types 'String' and 'Int' be equivalent
    TownLine.select(town: $0, houses: $0.houses, count: $0.name)
  }
  _ = Town.select {
    // error: (aka 'Optional<Int>') and 'Int' be equivalent
    TownLine.select(town: $0, houses: $0.houses, count: $0.houses.max { $0.id })
  }
  _ = Town.select {
    // error: incorrect argument label in call (have 'town:hauses:count:', expected 'town:houses:count:')
    TownLine.select(town: $0, hauses: $0.houses, count: 0)
  }
  _ = Town.select {
    // error: missing argument for parameter 'count' in call
    TownLine.select(town: $0, houses: $0.houses)
  }
  _ = Town.select {
    // error: (aka 'Optional<House>') and '[House]' be equivalent
    TownLine.select(town: $0, houses: $0.houses.first, count: 0)
  }
  _ = House.select {
    // error: the types 'House' and 'Town' be equivalent
    TownLine.select(town: $0, houses: $0.town.houses, count: 0)
  }
  _ = Room.select {
    // error: has no member 'tennants'
    RoomLine.select(room: $0, tenants: $0.tennants.count())
  }
}
