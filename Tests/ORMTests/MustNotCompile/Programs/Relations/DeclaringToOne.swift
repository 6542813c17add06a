import ORM

// A reference that may be NULL is none that always leads to a row.
extension Room.Columns {
  fileprivate var one: One<Tenant> {
    // error: requires the types 'Optional<Int>.Value' (aka 'Optional<Int>') and 'Int' be equivalent
    one(tenantID)
  }

  // A column of another type than the key's.
  fileprivate var named: One<Tenant> {
    // error: requires the types 'String' and 'Int' be equivalent
    one(name)
  }

  fileprivate var maybeNamed: Maybe<Tenant> {
    // error: requires the types 'Optional<String>.Value' (aka 'Optional<String>') and 'Int?' be equivalent
    maybe(name)
  }

  fileprivate var misspelt: One<House> {
    // error: cannot find 'housID' in scope
    // error: generic parameter 'Reference' could not be inferred
    one(housID)
  }

  // The key has two columns.
  fileprivate var line: One<OrderLine> {
    // error: requires the types 'Int' and '(Int, Int)' be equivalent
    one(id)
  }

  fileprivate var swapped: One<OrderLine> {
    // error: conflicting arguments to generic parameter 'each Reference' ('Pack{Int, String}' vs. 'Pack{Int, Int}')
    one(on: (id, \.orderID), (name, \.productID))
  }

  fileprivate var misspeltTarget: One<OrderLine> {
    // error: has no member 'prodctID'
    one(on: (id, \.orderID), (houseID, \.prodctID))
  }

  // What is selected has no key of its own.
  fileprivate var count: One<ArtistCount> {
    // error: requires that 'ArtistCount' conform to 'KeyedTable'
    one(houseID)
  }

  // A column of another table.
  fileprivate var other: One<Town> {
    // error: cannot convert value of type 'Column<House, Int>' to expected argument type 'Column<Room, Int>'
    one(House.columns.townID)
  }
}
