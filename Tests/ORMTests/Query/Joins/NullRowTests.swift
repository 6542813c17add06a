import ORM
import Testing

@Table private struct Owner: Equatable { let id: Int }

@Table private struct Note: Equatable {
  var owner: Int?
  var text: String?
}

@Embeddable private struct NullPlace: Equatable {
  var city: String?
  var street: String?
}

@Table private struct Stay: Equatable {
  @Embedded var place: NullPlace
  var nights: Int?
}

@Table private struct Visit: Equatable {
  var at: Int?
  var count: Int
}

@Selection private struct Line: Equatable {
  var owner: Int?
  var text: String?
}

@Suite("Outer joins of rows that contain only NULL")
struct NullRowTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Owner.self, Note.self, Stay.self, Visit.self)
    try await db.insert(Owner(id: 1))
    try await db.insert(Note(owner: nil, text: nil))
    try await db.insert(Stay(place: NullPlace(city: nil, street: nil), nights: nil))
  }

  private let all = SQLExpression<Bool>(sql: "1")
  private let none = SQLExpression<Bool>(sql: "0")
  private let null = Note(owner: nil, text: nil)

  @Test("A left join distinguishes a row of NULLs from no row, by an added column")
  func leftJoin() async throws {
    let query = Owner.leftJoin(Note.self) { _, _ in all }
    #expect(
      try query.statement().sql
        == #"SELECT "owner"."id", "note"."owner", "note"."text", "note"."orm:row" FROM "owner" "#
        + #"LEFT JOIN (SELECT *, 1 AS "orm:row" FROM "note") AS "note" ON 1"#)
    let rows = try await db.fetch(query)
    #expect(rows.map(\.0.id) == [1] && rows.map(\.1) == [null])
    let others = try await db.fetch(Owner.leftJoin(Note.self) { _, _ in none })
    #expect(others.map(\.0.id) == [1] && others.map(\.1) == [nil])
    let stays = try await db.fetch(Owner.leftJoin(Stay.self) { _, _ in all })
    #expect(stays.map { $0.1 != nil } == [true])
    #expect(try await db.fetch(Owner.leftJoin(Stay.self) { _, _ in none }).map(\.1) == [nil])
  }

  @Test("A right join and a full join distinguish a row of NULLs from no row")
  func otherJoins() async throws {
    let right = try await db.fetch(Note.rightJoin(Owner.self) { _, _ in all })
    #expect(right.map(\.0) == [null])
    #expect(try await db.fetch(Note.rightJoin(Owner.self) { _, _ in none }).map(\.0) == [nil])
    let full = try await db.fetch(Note.fullJoin(Stay.self) { _, _ in none })
    #expect(full.count == 2)
    #expect(full.contains { $0.0 == null && $0.1 == nil })
    #expect(full.contains { $0.0 == nil && $0.1 != nil })
  }

  @Test("A join of several tables, and rows selected from it, distinguish NULLs from no row")
  func severalTables() async throws {
    let query = Owner.leftJoin(Note.self) { _, _ in all }
      .leftJoin(Note.self, as: "other") { _, _, _ in none }
    let rows = try await db.fetch(query)
    #expect(rows.map(\.1) == [null] && rows.map(\.2) == [nil])
    let selected = try await db.fetch(
      query.select { owner, note, other in (other, note, owner.id) })
    #expect(selected.map(\.0) == [nil] && selected.map(\.1) == [null] && selected.map(\.2) == [1])
    let right = try await db.fetch(query.rightJoin(Stay.self) { _, _, _, _ in none })
    #expect(
      right.map(\.0) == [nil] && right.map(\.1) == [nil] && right.map { $0.3.nights } == [nil])
    #expect(try await db.count(query.where { $1.text == nil && $2.text == nil && $0.id == 1 }) == 1)
  }

  @Test("A left join of a subquery distinguishes a row of NULLs from no row")
  func queries() async throws {
    let lines = Note.select { Line.select(owner: $0.owner, text: $0.text) }
    for source in [TableExpression(lines, as: "lines"), TableExpression(with: "lines", as: lines)] {
      let found = try await db.fetch(Owner.leftJoin(source: source) { _, _ in all })
      #expect(found.map(\.1) == [Line(owner: nil, text: nil)])
      #expect(
        try await db.fetch(Owner.leftJoin(source: source) { _, _ in none }).map(\.1) == [nil])
    }
  }

  @Test("An inner join, and a left join of a table with a NOT NULL column, add no column")
  func unchanged() throws {
    #expect(
      try Owner.leftJoin(Visit.self) { _, _ in all }.statement().sql
        == #"SELECT "owner"."id", "visit"."at", "visit"."count" FROM "owner" LEFT JOIN "visit" ON 1"#
    )
    #expect(
      try Owner.join(Note.self) { _, _ in all }.statement().sql
        == #"SELECT "owner"."id", "note"."owner", "note"."text" FROM "owner" JOIN "note" ON 1"#)
    #expect(
      try Note.leftJoin(Owner.self) { _, _ in all }.statement().sql
        == #"SELECT "note"."owner", "note"."text", "owner"."id" FROM "note" LEFT JOIN "owner" ON 1"#
    )
  }

  @Test("A left join with the added column uses an index of the joined column")
  func index() async throws {
    try await db.execute("CREATE INDEX note_owner ON note (owner)")
    let plan = try await db.explain(Owner.leftJoin(Note.self) { $0.id == $1.owner })
    #expect("\(plan)".contains("note_owner"), "\(plan)")
  }
}
