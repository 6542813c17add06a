import ORM

// Where a statement has no lists, and a mistake beside each place.

private func listsInUnion() {
  let towns = Town.select { ($0.name, $0.houses) }
  // error: (aka 'ListResult<WholeRow<House>>') conform to 'ResultWithoutLists'
  _ = towns.union(towns)
  // error: (aka 'ListResult<WholeRow<House>>') conform to 'ResultWithoutLists'
  _ = Town.select { $0.houses }.intersect(Town.select { $0.houses })
  // error: (aka 'FirstOfList<WholeRow<House>>') conform to 'ResultWithoutLists'
  _ = Town.select { ($0.id, $0.houses.first) }.except(Town.select { ($0.id, $0.houses.first) })
}

private func misspeltInUnion() {
  // error: has no member 'nmae'
  _ = Town.select { ($0.nmae, $0.id) }.union(Town.select { ($0.name, $0.id) })
  // error: has no member 'unoin'
  _ = Town.select { ($0.name, $0.id) }.unoin(Town.select { ($0.name, $0.id) })
}

private func listsOfDistinctRows() {
  // error: (aka 'ListResult<WholeRow<House>>') conform to 'ResultWithoutLists'
  _ = Town.where { $0.name == "x" }.select { ($0.name, $0.houses) }.distinct()
  // error: has no member 'nmae'
  _ = Town.where { $0.name == "x" }.select { ($0.nmae, $0.id) }.distinct()
}

@Selection private struct TownLine {
  let name: String
  let houses: [House]
}

private func listsInStructs() {
  let lines = Town.select { TownLine.select(name: $0.name, houses: $0.houses) }
  // error: (aka 'ListResult<WholeRow<House>>') conform to 'ResultWithoutLists'
  _ = lines.union(lines)
  // error: has no member 'huoses'
  _ = Town.select { TownLine.select(name: $0.name, houses: $0.huoses) }.limit(3)
}

private func listsOfGroups() {
  // error: (aka 'ListResult<WholeRow<Room>>') conform to 'ResultWithoutLists'
  _ = Town.select { ($0.name, $0.rooms, $0.houses.count()) }.group { $0.name }
  // error: (aka 'ListResult<WholeRow<House>>') conform to 'ResultWithoutLists'
  _ = Town.select { ($0.name, $0.houses) }.having { $0.count() > 1 }
  // error: has no member 'nmae'
  _ = Town.where { $0.name == "x" }.select { ($0.name, $0.count()) }.group { $0.nmae }
  // error: has no member 'nmae'
  _ = Town.group { $0.nmae }.having { $0.count() > 1 }.select { ($0.name, $0.count()) }
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Town.group { $0.name }.having { $0.count() > "1" }.select { ($0.name, $0.count()) }
}

private func listsOfWrittenRows() {
  // error: (aka 'ListResult<WholeRow<House>>') conform to 'ResultWithoutLists'
  _ = Town.where { $0.id == 1 }.delete().returning { ($0.name, $0.houses) }
  // error: (aka 'ListResult<WholeRow<House>>') conform to 'ResultWithoutLists'
  _ = Town.where { $0.id == 1 }.update { $0.name = "x" }.returning { $0.houses }
  // error: has no member 'nmae'
  _ = Town.where { $0.id == 1 }.delete().returning { ($0.nmae, $0.id) }
  // error: has no member 'nmae'
  _ = Town.where { $0.id == 1 }.update { $0.name = "x" }.returning { ($0.id, $0.name, $0.nmae) }
}

private func listsInInsert() {
  // error: and 'OneValue<String>' be equivalent
  _ = Town.insert({ $0.name }, select: { Town.select { $0.houses } })
  // error: has no member 'nmae'
  _ = Town.insert({ $0.name }, select: { Town.select { $0.nmae } })
}

private func listAsValue() {
  // error: requires the types
  // error: generic parameter 'Representation' could not be inferred
  _ = Town.where { $0.id == Town.select { $0.houses }.scalar() }
}

private func misspeltInStream(db: Database) async throws {
  // error: has no member 'huoses'
  for try await (town, houses) in db.stream(Town.select { ($0, $0.huoses) }) { _ = (town, houses) }
  // error: has no member 'steret'
  let towns = db.observe(Town.select { ($0, $0.houses.order { $0.steret }, $0.rooms.count()) })
  _ = towns
}

private func misspeltInPrepared() {
  _ = PreparedQuery { (id: Placeholder<Int>, street: Placeholder<String>) in
    // error: has no member 'steret'
    Town.where { $0.id == id }.select { ($0, $0.houses.where { $0.steret == street }) }
  }
  _ = PreparedQuery { (id: Placeholder<Int>, street: Placeholder<String>) in
    // error: operands of type 'Column<House, Int>' and 'Placeholder<String>'
    Town.where { $0.id == id }.select { ($0, $0.houses.where { $0.id == street }) }
  }
}
