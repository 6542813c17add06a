import ORM
import Testing

@Table("ticket")
private struct BareTicket: Equatable {
  var id: Int?
}

@Table("stall")
private struct FairStall: Equatable {
  let id: Int
  var name: String
}

@Table("kiosk")
private struct FairKiosk: Equatable {
  var id: Int?
  var name: String
  @Embedded var spot: FairSpot
  @Ignored var visits = 0
}

@Embeddable
private struct FairSpot: Equatable {
  var x: Int
  var y: Int
}

/// An insert does not name a key that the database generates: this is faster in SQLite, and other
/// databases refuse NULL there.
@Suite("Generated keys")
struct GivenKeyTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(BareTicket.self, FairStall.self, FairKiosk.self)
  }

  @Test("An insert names the key column only if the row has a key")
  func one() async throws {
    let trace = try await StatementTrace.start(on: db)
    #expect(try await db.insert(BareTicket()) == BareTicket(id: 1))
    #expect(try await db.insert(FairStall.Draft(name: "a")) == FairStall(id: 1, name: "a"))
    #expect(try await db.insert(FairStall(id: 7, name: "b")) == FairStall(id: 7, name: "b"))
    #expect(
      trace.statements == [
        #"INSERT INTO "ticket" DEFAULT VALUES"#, #"INSERT INTO "stall" ("name") VALUES ($1)"#,
        #"INSERT INTO "stall" ("name", "id") VALUES ($1, $2)"#,
      ])
  }

  @Test("An insert of a row with embedded and ignored properties omits a generated key")
  func embedded() async throws {
    let trace = try await StatementTrace.start(on: db)
    let kiosk = FairKiosk(name: "a", spot: FairSpot(x: 1, y: 2), visits: 3)
    #expect(
      try await db.insert(kiosk)
        == FairKiosk(id: 1, name: "a", spot: FairSpot(x: 1, y: 2), visits: 0))
    #expect(
      trace.statements == [
        #"INSERT INTO "kiosk" ("name", "x", "y") VALUES ($1, $2, $3)"#
      ])
  }

  @Test("Rows inserted by one statement get generated keys in their order")
  func many() async throws {
    let trace = try await StatementTrace.start(on: db)
    let names = (1...7).map { "\($0)" }
    let stalls = try await db.insert(names.map { FairStall.Draft(name: $0) })
    #expect(stalls == (1...7).map { FairStall(id: $0, name: "\($0)") })
    #expect(try await db.fetch(FairStall.self) == stalls)
    #expect(
      trace.statements.contains(#"INSERT INTO "stall" ("name") VALUES (?), (?), (?), (?)"#))
    let kiosks = names.map { FairKiosk(name: $0, spot: FairSpot(x: 1, y: 2)) }
    #expect(try await db.insert(kiosks).map(\.id) == Array(1...7))
  }

  @Test("Rows that consist of a generated key only can be inserted")
  func nothingElse() async throws {
    let tickets = try await db.insert([BareTicket(), BareTicket(), BareTicket()])
    #expect(tickets == [BareTicket(id: 1), BareTicket(id: 2), BareTicket(id: 3)])
    #expect(try await db.run(BareTicket.insert([BareTicket(), BareTicket()])) == 2)
    let ignoring = BareTicket.insert(BareTicket()).onConflict().doNothing()
    #expect(try await db.run(ignoring) == 1)
    #expect(try await db.count(BareTicket.self) == 6)
  }

  @Test("An insert of several rows names the key column only if one of them has a key")
  func statements() throws {
    let none = [
      FairKiosk(name: "a", spot: FairSpot(x: 1, y: 2)),
      FairKiosk(name: "b", spot: FairSpot(x: 3, y: 4)),
    ]
    #expect(
      try FairKiosk.insert(none).statement().sql
        == #"INSERT INTO "kiosk" ("name", "x", "y") VALUES (?, ?, ?), (?, ?, ?)"#)
    let some = none + [FairKiosk(id: 9, name: "c", spot: FairSpot(x: 5, y: 6))]
    let statement = try FairKiosk.insert(some).statement()
    #expect(
      statement.sql
        == #"INSERT INTO "kiosk" ("name", "x", "y", "id")"#
        + " VALUES (?, ?, ?, ?), (?, ?, ?, ?), (?, ?, ?, ?)")
    #expect(
      statement.arguments.enumerated().filter { $0.offset % 4 == 3 }.map(\.element)
        == [nil, nil, 9])
    #expect(try BareTicket().insertStatement.sql == #"INSERT INTO "ticket" DEFAULT VALUES"#)
  }
}
