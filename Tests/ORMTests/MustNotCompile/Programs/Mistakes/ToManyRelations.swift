import ORM

private func misspeltInside() {
  _ = Town.where {
    // error: has no member 'steret'
    $0.houses.exists { $0.steret == "x" && $0.id > 3 } && $0.name != "y"
  }
}

private func misspeltTwoDeep() {
  _ = Town.where {
    // error: has no member 'nmae'
    $0.houses.exists { $0.rooms.exists { $0.nmae == "x" && $0.size > 3 } } && $0.name != "y"
  }
}

private func misspeltRelation() {
  // error: has no member 'huoses'
  _ = Town.where { $0.huoses.count() > 3 && $0.name != "y" }
}

private func misspeltMethod() {
  // error: has no member 'cuont'
  _ = Town.where { $0.houses.cuont() > 3 && $0.name != "y" }
}

private func misspeltSum() {
  // error: has no member 'szie'
  _ = House.where { $0.rooms.sum { $0.szie } > 3 && $0.street != "y" }
}

private func sumOfText() {
  // error: conform to 'AdditiveRepresentation'
  _ = House.select { ($0.street, $0.rooms.sum { $0.name }) }
}

private func otherTypeInside() {
  _ = Town.where {
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    $0.rooms.exists { $0.size == "x" } && $0.name != "y"
  }
}

private func otherTypeOfCount() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Town.where { $0.houses.count() > "x" && $0.name != "y" }
}

private func columnOfMany() {
  // error: has no member 'street'
  _ = Town.where { $0.houses.street == "x" }
}

private func manyAsCondition() {
  // error: a relation is not a condition
  _ = Town.where { $0.houses }
}

private func misspeltBehindMaybe() {
  // error: has no member 'szie'
  _ = Room.where { $0.tenant.rooms.exists { $0.szie > 3 } && $0.size > 3 }
}

private func misspeltNarrowed() {
  _ = Town.select {
    // error: has no member 'szie'
    ($0.name, $0.rooms.where { $0.szie > 3 && $0.name != "x" }.count())
  }
}

private func containsOfOther(town: Town) {
  // error: cannot convert value of type 'Town' to expected argument type 'House'
  _ = Town.where { $0.houses.contains(town) }
}
