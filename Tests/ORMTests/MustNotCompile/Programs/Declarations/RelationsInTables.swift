import ORM

// A relation is not a property: it is declared on the columns.

@Table private struct Flat {
  let id: Int
  var houseID: Int
  // error: @Table: 'house' is a relation, which is not stored in the table; remove it, and write 'extension Flat.Columns { var house: ToOne<House> { toOne(…) } }' outside of the struct
  var house: ToOne<House>
}

@Table private struct Office {
  let id: Int
  var houseID: Int
  // error: write 'extension Office.Columns { var tenant: ToOptional<Tenant> { toOptional(…) } }' outside of the struct
  var tenant: ToOptional<Tenant>?
}

@Table private struct Garage {
  let id: Int
  // error: write 'extension Garage.Columns { var rooms: ToMany<Room> { toMany(\.…) } }' outside of the struct
  var rooms: ToMany<Room>
}

@Table private struct Cellar {
  let id: Int
  // error: @Table: 'rooms' is a collection, which SQLite has no type for; choose a representation: '@Column(as: JSON.self)'; if the elements are rows of a table, remove the property and write 'extension Cellar.Columns { var rooms: ToMany<Room> { toMany(\.…) } }'
  var rooms: [Room]
}

@Table private struct Attic {
  let id: Int
  var houseID: Int
  // error: write 'extension Attic.Columns { var house: ToOne<House> { toOne(…) } }' outside of the struct
  var house: ToOne<House> {
    // error: 'toOne' is unavailable: declare the relation in 'extension Album.Columns
    toOne(houseID)
  }
}

extension House {
  fileprivate var ownTown: ToOne<Town> {
    // error: 'toOne' is unavailable: declare the relation in 'extension Album.Columns { var artist: ToOne<Artist> { … } }'
    toOne(townID)
  }

  fileprivate var ownTownOrNone: ToOptional<Town> {
    // error: 'toOptional' is unavailable: declare the relation in 'extension Album.Columns
    toOptional(townID)
  }

  fileprivate var ownRooms: ToMany<Room> {
    // error: 'toMany' is unavailable: declare the relation in 'extension Artist.Columns { var albums: ToMany<Album> { … } }'
    toMany(\.house)
  }
}
