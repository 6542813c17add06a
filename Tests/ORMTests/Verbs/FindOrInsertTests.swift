import Foundation
import ORM
import Testing

@Suite("Find or insert")
struct FindOrInsertTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Label.self, Seat.self, Concert.self, Play.self)
  }

  @Test("A draft is inserted once, and found by its unique column afterwards")
  func draft() async throws {
    let trace = try await StatementTrace.start(on: db)
    let find = #"SELECT "id", "name", "founded" FROM "band" WHERE "name" = $1 LIMIT $2"#
    let inserted = try await db.findOrInsert(Band.Draft(name: "Sade"), by: \.name)
    #expect(
      trace.written == [
        "BEGIN IMMEDIATE", find, #"INSERT INTO "band" ("name", "founded") VALUES ($1, $2)"#,
        "COMMIT",
      ])
    trace.removeAll()
    let found = try await db.findOrInsert(
      Band.Draft(name: "Sade", founded: Date(timeIntervalSince1970: 0)), by: \.name)
    #expect(trace.written == ["BEGIN IMMEDIATE", find, "COMMIT"])
    #expect(inserted == Band(id: 1, name: "Sade") && found == inserted)
    try await db.transaction { tx in
      let sade = try tx.findOrInsert(Band.Draft(name: "Sade"), by: \.name)
      let fela = try tx.findOrInsert(Band.Draft(name: "Fela"), by: \.name)
      #expect(sade.id == 1 && fela.id == 2)
    }
  }

  @Test("A row is found by several columns, and a nil finds NULL")
  func columns() async throws {
    try await db.insert(Band(id: 1, name: "Sade"))
    let first = try await db.findOrInsert(Record(title: "Promise", plays: 3), by: \.title, \.bandID)
    #expect(first == Record(id: 1, title: "Promise", plays: 3))
    let trace = try await StatementTrace.start(on: db)
    let second = try await db.findOrInsert(
      Record(title: "Promise", plays: 9), by: \.title, \.bandID)
    #expect(second == first)
    #expect(trace.written[1].hasSuffix(#" WHERE "title" = $1 AND "bandID" IS NULL LIMIT $2"#))
    let other = try await db.findOrInsert(
      Record(title: "Promise", bandID: 1), by: \.title, \.bandID)
    #expect(other.id == 2)
    #expect(try await db.findOrInsert(Play(at: .distantPast, title: "x"), by: \.title).title == "x")
    #expect(try await db.findOrInsert(Play(at: .now, title: "x"), by: \.title).at == .distantPast)
  }

  @Test("A row is found by its key, of one column or of several")
  func key() async throws {
    let trace = try await StatementTrace.start(on: db)
    #expect(try await db.findOrInsert(Label(name: "Epic")) == Label(name: "Epic"))
    #expect(
      trace.written == [
        "BEGIN IMMEDIATE", #"SELECT "name", "city" FROM "label" WHERE "name" = $1"#,
        #"INSERT INTO "label" ("city", "name") VALUES ($1, $2)"#, "COMMIT",
      ])
    #expect(try await db.findOrInsert(Label(name: "Epic", city: "x")) == Label(name: "Epic"))
    let seat = Seat(line: "A", number: 1, guest: "Ada")
    #expect(try await db.findOrInsert(seat) == seat)
    #expect(try await db.findOrInsert(Seat(line: "A", number: 1)) == seat)
    #expect(try await db.findOrInsert(Record(title: "x")).id == 1)
    #expect(try await db.findOrInsert(Record(title: "x")).id == 2)
    #expect(try await db.count(Label.self) == 1)
  }

  @Test("findOrInsert throws if the value does not set the column to find a row by")
  func unset() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.findOrInsert(Concert(title: "x"), by: \.place)
    }
    #expect(
      error?.message == "findOrInsert can't find a row of \"concert\" by \"place\": the value to"
        + " insert does not set this column")
    for insert: @Sendable (Database) async throws -> Void in [
      { try await $0.findOrInsert(Record(title: "x"), by: \.id) },
      { try await $0.findOrInsert(Band.Draft(name: "x"), by: \.id) },
      { try await $0.findOrInsert(Concert(title: "x"), by: \.headline) },
    ] {
      await #expect(throws: DatabaseError.self) { try await insert(db) }
    }
    #expect(try await db.count(Concert.self) == 0)
    #expect(try await db.count(Record.self) == 0)
    #expect(
      try await db.findOrInsert(Concert(title: "x", place: "here"), by: \.place).headline == "X")
  }

  @Test("Concurrent calls through two databases insert only one row")
  func races() async throws {
    let folder = try TemporaryFolder()
    let first = try Database(folder.file())
    let second = try Database(folder.file())
    try await first.create(Play.self)
    let rows = try await withThrowingTaskGroup(of: Play.self) { group in
      for number in 0..<40 {
        let db = number.isMultiple(of: 2) ? first : second
        group.addTask {
          // The column has no unique index.
          try await db.findOrInsert(
            Play(at: Date(timeIntervalSince1970: Double(number)), title: "x"), by: \.title)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(rows.map(\.at)).count == 1)
    #expect(try await first.count(Play.self) == 1)
  }

  @Table("tour")
  struct Tour: Equatable {
    var id: Int?
    var name: String
    @Column(as: JSON.self) var prices: [String: Int]
    @Column(as: JSON.self) var cities: [String]?
  }

  @Test("findOrInsert refuses to find a row by a JSON column")
  func json() async throws {
    try await db.create(Tour.self)
    try await db.execute(
      "INSERT INTO tour (name, prices) VALUES ('x', \(#"{"zeta": 1, "alpha": 2}"#))")
    let tour = Tour(name: "x", prices: ["zeta": 1, "alpha": 2])
    let error = await #expect(throws: ValueEncodingError.self) {
      try await db.findOrInsert(tour, by: \.prices)
    }
    #expect(error?.table == "tour" && error?.column == "prices")
    await #expect(throws: ValueEncodingError.self) {
      try await db.transaction { try $0.findOrInsert(tour, by: \.name, \.cities) }
    }
    #expect(try await db.findOrInsert(tour, by: \.name).id == 1)
    #expect(try await db.count(Tour.self) == 1)
  }

  @Test("A failed findOrInsert keeps no row, and findOrInsert throws within a read")
  func failures() async throws {
    await #expect(throws: DatabaseError.self) {
      try await db.findOrInsert(Record(title: "x", bandID: 99), by: \.title)
    }
    #expect(try await db.count(Record.self) == 0)
    await #expect(throws: DatabaseError.self) {
      try await db.read { _ = try $0.findOrInsert(Label(name: "Epic")) }
    }
  }
}
