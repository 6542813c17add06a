import ORM

private func misspeltColumn() {
  // error: has no member 'nmae'
  _ = House.where { $0.town.nmae == "x" }
}

private func misspeltColumnAmongOthers() {
  _ = Room.where {
    // error: has no member 'nmae'
    $0.house.town.nmae == "x" && $0.tenant.name != "y" && $0.size > 3 && $0.price < 2.5
  }
}

private func misspeltRelation() {
  // error: has no member 'twon'
  _ = Room.where { $0.house.twon.name == "x" && $0.tenant.name != "y" && $0.size > 3 }
}

private func misspeltBehindMaybe() {
  // error: has no dynamic member 'nmae'
  _ = Room.where { $0.tenant.nmae == "x" && $0.house.street != "y" && $0.size > 3 }
}

private func misspeltInOrder() {
  // error: has no member 'steret'
  _ = Room.order { $0.house.steret.desc() }.select { ($0.name, $0.house.town.name) }
}

private func misspeltInSelect() {
  // error: has no member 'nmae'
  _ = Room.select { ($0.name, $0.house.town.nmae, $0.tenant.name, $0.size) }
}

private func otherType() {
  _ = Room.where {
    // error: cannot convert value of type 'Int' to expected argument type 'String'
    $0.house.town.name == 5 && $0.size > 3
  }
}

private func otherTypeBehindMaybe() {
  // error: cannot convert value of type 'Int' to expected argument type 'String'
  _ = Room.where { $0.tenant.name == 5 && $0.size > 3 }
}

private func misspeltInLeftJoin() {
  _ = Room.leftJoin(House.self) { $0.houseID == $1.id }.where { room, house in
    // error: has no dynamic member 'steret'
    house.steret == "x" && room.size > 3 && room.name != "y"
  }
}

private func misspeltRelationInLeftJoin() {
  _ = Room.leftJoin(House.self) { $0.houseID == $1.id }.where { room, house in
    // error: has no dynamic member 'twon'
    house.twon.name == "x" && room.size > 3 && room.name != "y"
  }
}

private func relationAsCondition() {
  // error: a relation is not a condition: compare a column of it
  _ = Room.where { $0.house }
}

private func relationAsOrder() {
  // error: cannot convert value of type 'ToOne<House>' (aka 'House.Columns') to expected argument type 'OrderingTerm'
  _ = Room.order { $0.house }
}

private func relationComparedWithKey() {
  // error: requires that 'ToOne<House>' (aka 'House.Columns') conform to 'SQLExpressible'
  _ = Room.where { $0.house == 3 }
}
