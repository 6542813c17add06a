import ORM

private func relatedRowsInUpdates1() {
  // error: has no member 'cont'
  _ = House.updateAll { $0.street = $0.rooms.cont() }
}

private func relatedRowsInUpdates2() {
  // error: has no dynamic member 'roms'
  _ = House.updateAll { $0.townID = $0.roms.count() }
}
