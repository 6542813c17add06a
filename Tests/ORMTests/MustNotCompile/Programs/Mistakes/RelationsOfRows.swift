import ORM

private func relationsOfRows1(_ house: House) {
  // error: value of type 'House' has no member 'rooms'
  _ = house.rooms
}

private func relationsOfRows2(_ houses: [House]) {
  // error: value of type 'House' has no member 'town'
  _ = houses.map(\.town)
}

private func relationsOfRows3() {
  // error: value of type 'House.Columns' has no member 'romms'
  _ = House.select { ($0.street, $0.romms) }
}
