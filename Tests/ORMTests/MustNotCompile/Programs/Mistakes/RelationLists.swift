import ORM

private func misspeltOrder() {
  // error: has no member 'steret'
  _ = Town.select { ($0, $0.houses.order { $0.steret.desc() }.limit(3), $0.houses.count()) }
}

private func misspeltRelation() {
  _ = Town.where { $0.name == "x" }.order { $0.name }.select {
    // error: has no member 'huoses'
    ($0, $0.huoses.order { $0.street }.select { ($0, $0.rooms) }, $0.houses.count())
  }
}

private func misspeltRelationInside() {
  _ = Town.where { $0.name == "x" }.order { $0.name }.select {
    // error: has no member 'romms'
    ($0, $0.houses.order { $0.street }.select { ($0, $0.romms.order { $0.size }) })
  }
}

private func misspeltColumnThreeDeep() {
  _ = Town.where { $0.name == "x" }.order { $0.name }.select {
    (
      $0,
      $0.houses.order { $0.street }.limit(3).select {
        // error: has no member 'szie'
        ($0, $0.rooms.where { $0.szie > 3 && $0.name != "y" }.order { $0.size })
      }, $0.rooms.count()
    )
  }
}

private func otherTypeInside() {
  _ = Town.select {
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    ($0, $0.rooms.where { $0.size > "x" && $0.name != "y" }.order { $0.size }.limit(3))
  }
}

private func misspeltColumnInLists() {
  _ = Town.select {
    // error: has no member 'nmae'
    ($0.name, $0.houses.select { ($0.street, $0.rooms.select { ($0.nmae, $0.size) }) })
  }
}

private func misspeltWord() {
  // error: has no member 'lmit'
  _ = Town.select { ($0, $0.houses.order { $0.street }.lmit(3), $0.houses.count()) }
}

private func limitOfText() {
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  _ = Town.select { ($0, $0.houses.order { $0.street }.limit("3"), $0.houses.count()) }
}

private func listOfOther(db: Database) async throws {
  // error: cannot assign value of type '[SelectQuery<Town.Columns, ToManyQuery<House.Columns
  let towns: [[Room]] = try await db.fetch(Town.select { $0.houses })
  _ = towns
}

private func listInList(db: Database) {
  // error: no exact matches in call to instance method 'in'
  _ = Town.where { $0.id.in(Town.select { $0.houses }) }
}

private func listAsView() {
  // error: and 'WholeRow<Row>' be equivalent
  // error: generic parameter 'Row' could not be inferred
  _ = TableExpression(Town.select { ($0.name, $0.houses) }, as: "towns")
}

private func misspeltInLoad(db: Database, towns: [Town]) async throws {
  // error: has no member 'huoses'
  _ = try await db.load(towns) { ($0.huoses.order { $0.street }, $0.rooms.count()) }
}
