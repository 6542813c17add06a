import ORM

@Selection private struct TownName { let name: String }

extension TownName: DatabaseView {
  static var definition: some SelectStatement<TownName> {
    // error: return type of static property 'definition' requires the types
    Town.select { ($0.name, $0.houses) }
  }
}

@Selection private struct TownHouses {
  let name: String
  let houses: [House]
}

// error: type 'TownHouses' does not conform to protocol 'Selection'
extension TownHouses: DatabaseView {
  static var definition: some SelectStatement<TownHouses> {
    Town.select { TownHouses.select(name: $0.name, houses: $0.houses) }
  }
}
