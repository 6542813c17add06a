import ORM

extension Town.Columns {
  fileprivate var misspelt: Many<House> {
    // error: has no member 'twon'
    many(\.twon)
  }

  // A column is no relation, whatever its type.
  fileprivate var column: Many<House> {
    // error: requires that 'Column<House, Int>' conform to 'QueryScope'
    many(\.townID)
  }

  // It leads to another table.
  fileprivate var other: Many<Room> {
    // error: requires the types
    many(\.tenant)
  }

  // The inverse is of another table than it says.
  fileprivate var otherTable: Many<Room> {
    // error: has no member 'town'
    many(\.town)
  }

  fileprivate var misspeltStep: Many<Room> {
    // error: has no member 'romms'
    houses.to { $0.romms }
  }

  fileprivate var stepToColumn: Many<Room> {
    // error: conform to 'RelationEnd'
    houses.to { $0.street }
  }

  fileprivate var stepToOther: Many<Tenant> {
    // error: cannot convert return expression
    houses.to { $0.rooms }
  }
}
