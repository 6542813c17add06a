import ORM
import Testing

@Table
struct Region: Equatable {
  @Column(primaryKey: true) let country: String
  @Column(primaryKey: true) let code: String
  @Column(unique: true) var name: String?
}

@Table(constraints: "FOREIGN KEY (\"country\", \"code\") REFERENCES \"region\"")
struct Venue: Equatable {
  var id: Int?
  var country: String?
  var code: String?
  @Column(references: \Region.name, onDelete: .restrict) var regionName: String?
  @Column(references: Venue.self) var annexOf: Int?
}

@Table
struct Booking: Equatable {
  var id: Int?
  @Column(references: Venue.self, onDelete: .cascade) var venueID: Int?
}

@Table
struct Invoice: Equatable {
  var id: Int?
  @Column(references: Booking.self) var bookingID: Int?
}

/// SQLite's own message is only `FOREIGN KEY constraint failed`.
@Suite("Foreign key violations name the table and the columns")
struct ForeignKeyTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(
      Region.self, Venue.self, Booking.self, Invoice.self, Odd.self, OddChild.self)
    try await db.insert([
      Region(country: "GB", code: "LND", name: "London"), Region(country: "FR", code: "IDF"),
      Region(country: "US", code: "NY"),
    ])
    try await db.insert([
      Venue(id: 1, country: "GB", code: "LND"), Venue(id: 2, regionName: "London"),
      Venue(id: 3, annexOf: 2), Venue(id: 4),
    ])
    try await db.insert(Booking(id: 1, venueID: 4))
    try await db.insert(Invoice(id: 1, bookingID: 1))
  }

  func violation(
    _ body: @Sendable (isolated Connection) throws -> Void
  ) async throws -> ConstraintViolation {
    let error = await #expect(throws: DatabaseError.self) { try await db.transaction(body) }
    let violation = try #require(error?.violation)
    #expect(violation.kind == .foreignKey)
    return violation
  }

  func expected(_ table: String, _ columns: String..., to constraint: String) -> ConstraintViolation
  {
    ConstraintViolation(
      kind: .foreignKey, table: table, columns: columns, constraint: constraint)
  }

  static let region = #"REFERENCES "region" ("country", "code")"#

  @Test("An insert of a row without its parent names the foreign key")
  func insert() async throws {
    let found = try await violation { try $0.insert(Venue(country: "GB", code: "nowhere")) }
    #expect(found == expected("venue", "country", "code", to: Self.region))
    let named = try await violation { try $0.insert(Venue(regionName: "nowhere")) }
    #expect(named == expected("venue", "regionName", to: #"REFERENCES "region" ("name")"#))
    let own = try await violation { try $0.insert(Venue(id: 9, annexOf: 99)) }
    #expect(own == expected("venue", "annexOf", to: #"REFERENCES "venue" ("id")"#))
    #expect(
      try await violation { try $0.insert(Booking(venueID: 99)) }
        == expected("booking", "venueID", to: #"REFERENCES "venue" ("id")"#))
  }

  @Test("An insert of some columns of a row without its parent names the foreign key")
  func partialInsert() async throws {
    #expect(
      try await violation { try $0.insert(Booking.self) { $0.venueID = 99 } }
        == expected("booking", "venueID", to: #"REFERENCES "venue" ("id")"#))
  }

  @Test(
    "An insert of many rows names the foreign key of the row without a parent",
    arguments: [0, 150, 299])
  func insertMany(position: Int) async throws {
    var venues = (0..<300).map { Venue(id: 100 + $0, annexOf: $0 == 0 ? nil : 99 + $0) }
    venues[position].regionName = "nowhere"
    let list = venues
    #expect(
      try await violation { try $0.insert(list) }
        == expected("venue", "regionName", to: #"REFERENCES "region" ("name")"#))
  }

  @Test("An update to a missing parent names the foreign key")
  func update() async throws {
    let bad = Venue(id: 1, country: "XX", code: "LND")
    let missing = expected("venue", "country", "code", to: Self.region)
    #expect(try await violation { try $0.update(bad) } == missing)
    #expect(try await violation { try $0.update(bad, columns: \.country) } == missing)
    #expect(
      try await violation { tx in
        let old = try tx.refresh(bad)
        try tx.updateChanges(bad, from: old)
      } == missing)
    #expect(try await violation { try $0.save(bad) } == missing)
  }

  @Test("An update of a referenced key names the foreign key")
  func changedKey() async throws {
    #expect(
      try await violation { tx in
        let old = Region(country: "GB", code: "LND", name: "London")
        try tx.updateChanges(Region(country: "GB", code: "LDN", name: "London"), from: old)
      } == expected("venue", "country", "code", to: Self.region))
  }

  @Test("Each kind of delete of a referenced row names the foreign key")
  func delete() async throws {
    let refers = expected("venue", "annexOf", to: #"REFERENCES "venue" ("id")"#)
    #expect(try await violation { try $0.delete(Venue(id: 2)) } == refers)
    #expect(try await violation { try $0.delete(Venue.self, key: 2) } == refers)
    #expect(try await violation { try $0.delete(Venue.self, where: { $0.id == 2 }) } == refers)
    #expect(
      try await violation { try $0.delete(Venue.order { $0.id }.limit(2)) } == refers)
    let invoiced = expected("invoice", "bookingID", to: #"REFERENCES "booking" ("id")"#)
    #expect(try await violation { try $0.deleteAll(Booking.self) } == invoiced)
  }

  @Test("A violation of RESTRICT, which SQLite reports like a trigger, names the foreign key")
  func restrict() async throws {
    try await db.deleteAll(Invoice.self)
    try await db.update(Venue(id: 1))
    #expect(
      try await violation { try $0.delete(Region.self, key: ("GB", "LND")) }
        == expected("venue", "regionName", to: #"REFERENCES "region" ("name")"#))
  }

  @Test("A delete that cascades to a referenced row names the foreign key")
  func cascade() async throws {
    #expect(
      try await violation { try $0.delete(Venue.self, key: 4) }
        == expected("invoice", "bookingID", to: #"REFERENCES "booking" ("id")"#))
  }

  @Test("A violation of a foreign key whose names need quotes has its names")
  func oddNames() async throws {
    #expect(
      try await violation { try $0.insert(OddChild(parent: 9)) }
        == expected("say \"hi\". to", "from. where", to: #"REFERENCES "order" ("a b")"#))
    let parent = try await db.insert(Odd(group: "g", greeting: "x"))
    try await db.insert(OddChild(parent: parent.id))
    #expect(
      try await violation { try $0.delete(parent) }
        == expected("say \"hi\". to", "from. where", to: #"REFERENCES "order" ("a b")"#))
  }

  @Test("After a violation, the connection inserts and deletes rows")
  func worksOn() async throws {
    _ = try await violation { try $0.insert(Booking(venueID: 99)) }
    #expect(try await db.delete(Region.self, key: ("US", "NY")))
    #expect(try await db.insert(Booking(venueID: 1)).id == 2)
  }

  @Test("A violation by raw SQL has only its kind")
  func rawSQL() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.execute("INSERT INTO booking (venueID) VALUES (99)")
    }
    #expect(error?.violation == ConstraintViolation(kind: .foreignKey))
  }
}
