import ORM
import Testing

@Table
struct Ticket: Equatable {
  var id: Int?
  @Column(unique: true) var code: String
  var row: String
  var number: Int
  @Column(check: "\"price\" >= 0") var price = 0
  @Column(check: "discount < 100") var discount = 0
  #UniqueIndex<Ticket>(\.row, \.number)
}

@Table(constraints: "CONSTRAINT \"in order\" CHECK (\"from\" < \"to\")")
struct Span: Equatable {
  var id: Int?
  var from: Int
  var to: Int
}

@Suite("Violated constraints")
struct ConstraintTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(
      Ticket.self, Span.self, Seat.self, Band.self, Record.self, Odd.self, OddChild.self,
      Label.self)
    try await db.insert(Ticket(id: 1, code: "a", row: "A", number: 1))
  }

  /// Returns the violation that `body` throws.
  func violation(
    _ body: @Sendable (isolated Connection) throws -> Void
  ) async throws -> ConstraintViolation {
    let error = await #expect(throws: DatabaseError.self) { try await db.transaction(body) }
    #expect(error?.code == .constraint)
    return try #require(error?.violation)
  }

  @Test("A violation of a unique column names the table and the column")
  func unique() async throws {
    let expected = ConstraintViolation(kind: .unique, table: "ticket", columns: ["code"])
    #expect(
      try await violation { try $0.insert(Ticket(code: "a", row: "B", number: 1)) } == expected)
    #expect(
      try await violation {
        let other = try $0.insert(Ticket(code: "b", row: "B", number: 1))
        try $0.update(Ticket(id: other.id, code: "a", row: "B", number: 1))
      } == expected)
    #expect(
      try await violation { try $0.save(Ticket(id: 9, code: "a", row: "B", number: 1)) }
        == expected)
    #expect(
      try await violation {
        try $0.insert(Ticket.self) {
          $0.code = "a"
          $0.row = "B"
          $0.number = 2
        }
      } == expected)
  }

  @Test("A violation of columns that are unique together names all of them")
  func compositeUnique() async throws {
    #expect(
      try await violation { try $0.insert(Ticket(code: "b", row: "A", number: 1)) }
        == ConstraintViolation(kind: .unique, table: "ticket", columns: ["row", "number"]))
  }

  @Test("A violation of a primary key names its columns, whether one, two or a text")
  func primaryKey() async throws {
    #expect(
      try await violation { try $0.insert(Ticket(id: 1, code: "b", row: "B", number: 1)) }
        == ConstraintViolation(kind: .primaryKey, table: "ticket", columns: ["id"]))
    #expect(
      try await violation {
        try $0.insert([Seat(line: "A", number: 1), Seat(line: "A", number: 1)])
      } == ConstraintViolation(kind: .primaryKey, table: "seat", columns: ["line", "number"]))
    #expect(
      try await violation { try $0.insert([Label(name: "Epic"), Label(name: "Epic")]) }
        == ConstraintViolation(kind: .primaryKey, table: "label", columns: ["name"]))
  }

  @Test("A NOT NULL violation names the table and the column")
  func notNull() async throws {
    #expect(
      try await violation { try $0.insert(Ticket.self) { $0.code = "b" } }
        == ConstraintViolation(kind: .notNull, table: "ticket", columns: ["row"]))
  }

  @Test("A violated CHECK of a column names the column; one of a table names its constraint")
  func check() async throws {
    #expect(
      try await violation { try $0.insert(Ticket(code: "b", row: "B", number: 1, price: -1)) }
        == ConstraintViolation(
          kind: .check, table: "ticket", columns: ["price"], constraint: "\"price\" >= 0"))
    #expect(
      try await violation {
        try $0.insert(Ticket(code: "b", row: "B", number: 1, discount: 200))
      }
        == ConstraintViolation(
          kind: .check, table: "ticket", columns: ["discount"], constraint: "discount < 100"))
    #expect(
      try await violation { try $0.insert(Span(from: 2, to: 1)) }
        == ConstraintViolation(kind: .check, table: "span", constraint: "in order"))
  }

  @Test("A value of the wrong type in a STRICT table: the violation names the table and the column")
  func dataType() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.execute("UPDATE ticket SET number = 'many'")
    }
    #expect(
      error?.violation
        == ConstraintViolation(kind: .dataType, table: "ticket", columns: ["number"]))
  }

  @Test("RAISE in a trigger is reported with its message")
  func trigger() async throws {
    try await db.execute(
      """
      CREATE TRIGGER closed BEFORE INSERT ON span BEGIN
        SELECT RAISE(ABORT, 'the box office is closed');
      END
      """)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(Span(from: 1, to: 2))
    }
    #expect(error?.violation == ConstraintViolation(kind: .trigger, table: "span"))
    #expect(error?.message == "the box office is closed")
  }

  @Test("Violations name tables and columns with dots, commas and quotes in full")
  func oddNames() async throws {
    try await db.insert(Odd(id: 1, group: "g", greeting: "hello"))
    #expect(
      try await violation { try $0.insert(Odd(group: "g", greeting: "hello")) }
        == ConstraintViolation(kind: .unique, table: "order", columns: ["say \"hi\""]))
    try await db.insert(OddChild(id: 1))
    #expect(
      try await violation { try $0.insert(OddChild(id: 1)) }
        == ConstraintViolation(
          kind: .primaryKey, table: "say \"hi\". to", columns: ["select"]))
    #expect(
      try await violation { try $0.insert(Odd(id: 1, group: "g", greeting: "x")) }
        == ConstraintViolation(kind: .primaryKey, table: "order", columns: ["a b"]))
    try await db.execute(#"CREATE UNIQUE INDEX both ON "order" ("a.b, order.c", "group")"#)
    try await db.insert(Odd(group: "h", greeting: "2", dotted: 1))
    #expect(
      try await violation { try $0.insert(Odd(group: "h", greeting: "3", dotted: 1)) }
        == ConstraintViolation(kind: .unique, table: "order", columns: ["a.b, order.c", "group"]))
  }

  @Test("A violated index on an expression is named")
  func expressionIndex() async throws {
    try await db.execute("CREATE UNIQUE INDEX lower_code ON ticket (lower(code))")
    #expect(
      try await violation { try $0.insert(Ticket(code: "A", row: "B", number: 1)) }
        == ConstraintViolation(kind: .unique, table: "ticket", constraint: "lower_code"))
  }

  @Test("A violation by raw SQL names the table and the column")
  func rawSQL() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.execute("INSERT INTO ticket (code, row, number) VALUES ('a', 'B', 1)")
    }
    #expect(
      error?.violation == ConstraintViolation(kind: .unique, table: "ticket", columns: ["code"]))
    #expect(error?.extendedCode.rawValue == 2067)
  }

  @Test("A violation in a table that a trigger writes to names that table")
  func otherTable() async throws {
    try await db.execute(
      """
      CREATE TRIGGER sold AFTER INSERT ON span BEGIN
        INSERT INTO ticket (code, row, number) VALUES ('a', 'Z', 1);
      END
      """)
    #expect(
      try await violation { try $0.insert(Span(from: 1, to: 2)) }
        == ConstraintViolation(kind: .unique, table: "ticket", columns: ["code"]))
  }

  @Test("A violation's description contains no values of rows")
  func noValues() async throws {
    let secret = "s3cr3t"
    try await db.insert(Band(id: 1, name: secret))
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(Band(id: 2, name: secret))
    }
    #expect(try !#require(error).description.contains(secret))
  }
}
