import ORM

// A reference that may be NULL is none that always leads to a row.
extension Room.Columns {
  fileprivate var one: ToOne<Tenant> {
    // error: 'toOne' is unavailable: the column may be NULL: write 'var boss: ToOptional<Employee> { toOptional(bossID) }'
    toOne(tenantID)
  }

  // A column whose type differs from the key's.
  fileprivate var named: ToOne<Tenant> {
    // error: requires the types 'String' and 'Int' be equivalent
    toOne(name)
  }

  fileprivate var maybeNamed: ToOptional<Tenant> {
    // error: requires the types 'Optional<String>.Value' (aka 'Optional<String>') and 'Int?' be equivalent
    toOptional(name)
  }

  fileprivate var misspelt: ToOne<House> {
    // error: cannot find 'housID' in scope
    // error: generic parameter 'Reference' could not be inferred
    toOne(housID)
  }

  // The key has two columns.
  fileprivate var line: ToOne<OrderLine> {
    // error: requires the types 'Int' and '(Int, Int)' be equivalent
    toOne(id)
  }

  fileprivate var swapped: ToOne<OrderLine> {
    // error: conflicting arguments to generic parameter 'each Reference' ('Pack{Int, String}' vs. 'Pack{Int, Int}')
    toOne(on: (id, \.orderID), (name, \.productID))
  }

  fileprivate var misspeltTarget: ToOne<OrderLine> {
    // error: has no member 'prodctID'
    toOne(on: (id, \.orderID), (houseID, \.prodctID))
  }

  // What is selected has no key of its own.
  fileprivate var count: ToOne<ArtistCount> {
    // error: requires that 'ArtistCount' conform to 'KeyedTable'
    toOne(houseID)
  }

  // A column of another table.
  fileprivate var other: ToOne<Town> {
    // error: cannot convert value of type 'Column<House, Int>' to expected argument type 'Column<Room, Int>'
    toOne(House.columns.townID)
  }
}
