import ORM

extension Town.Columns {
  fileprivate var misspelt: ToMany<House> {
    // error: has no member 'twon'
    toMany(\.twon)
  }

  // A column is no relation, whatever its type.
  fileprivate var column: ToMany<House> {
    // error: requires that 'Column<House, Int>' conform to 'QueryScope'
    toMany(\.townID)
  }

  // It leads to another table.
  fileprivate var other: ToMany<Room> {
    // error: requires the types
    toMany(\.tenant)
  }

  // The inverse is of a table other than the declared one.
  fileprivate var otherTable: ToMany<Room> {
    // error: has no member 'town'
    toMany(\.town)
  }

  fileprivate var misspeltStep: ToMany<Room> {
    // error: has no member 'romms'
    houses.to { $0.romms }
  }

  fileprivate var stepToColumn: ToMany<Room> {
    // error: conform to 'RelationEnd'
    houses.to { $0.street }
  }

  fileprivate var stepToOther: ToMany<Tenant> {
    // error: cannot convert return expression
    houses.to { $0.rooms }
  }
}
