import Foundation
import ORM
import Testing

/// Related values of fetched rows, which are given in any order and more than once.
@Suite("Related rows that are loaded for fetched rows")
struct LoadOrderTests {
  @Table
  struct Team: Equatable {
    var id: Int?
    var name: String
  }

  @Table
  struct Player: Equatable {
    let id: Int
    @Column(references: Team.self) var teamID: Int
  }

  @Table
  struct Slot: Equatable {
    @Column(primaryKey: true) var day: String
    @Column(primaryKey: true) var hour: Int
    var title: String
  }

  private func database(teams: Int) async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Team.self, Player.self, Slot.self)
    try await db.insert((1...teams).map { Team(id: $0, name: "\($0)") })
    try await db.insert((0..<teams * 3).map { Player(id: $0, teamID: 1 + $0 % teams) })
    return db
  }

  @Test(
    "load returns the rows in their order, each with its related values", arguments: [1, 7, 2_000])
  func orders(teams: Int) async throws {
    let db = try await database(teams: teams)
    var random = SeededGenerator(seed: UInt64(teams))
    let all = try await db.fetch(Team.order { $0.id })
    for rows in [all, all.reversed(), all.shuffled(using: &random), all + all.reversed()] {
      let trace = try await StatementTrace.start(on: db)
      let loaded = try await db.load(rows) { ($0.players.order { $0.id }, $0.name) }
      // In any order, one statement finds the rows, and one finds their players.
      #expect(trace.statements.filter { $0.hasPrefix("SELECT") }.count == 2)
      #expect(loaded.map(\.0) == rows)
      let isRight = loaded.allSatisfy { team, more in
        more.1 == team.name && more.0.count == 3 && more.0.allSatisfy { $0.teamID == team.id }
          && more.0.map(\.id) == more.0.map(\.id).sorted()
      }
      #expect(isRight)
    }
  }

  @Test("load skips rows without a key, and throws if a row does not exist")
  func missing() async throws {
    let db = try await database(teams: 5)
    let new = Team(id: nil, name: "new")
    let some = [Team(id: 4, name: "in hand"), new, Team(id: 2, name: ""), new]
    let loaded = try await db.load(some) { $0.players.count() }
    #expect(loaded.map(\.0.id) == [4, 2] && loaded.map(\.0.name) == ["in hand", ""])
    #expect(loaded.map(\.1) == [3, 3])
    #expect(try await db.load([new]) { $0.players.count() }.isEmpty)
    for rows in [[9], [1, 9], [9, 1], [1, 9, 1]] {
      let error = await #expect(throws: RowNotFoundError.self) {
        try await db.load(rows.map { Team(id: $0, name: "") }) { $0.players.count() }
      }
      #expect(error?.table == "team")
    }
  }

  @Test("load(of:) returns the related values of a single row by the same statements")
  func one() async throws {
    let db = try await database(teams: 5)
    let team = Team(id: 4, name: "in hand")
    let trace = try await StatementTrace.start(on: db)
    let (players, name) = try await db.load(of: team) { ($0.players.order { $0.id }, $0.name) }
    #expect(players.map(\.id) == [3, 8, 13] && name == "4")
    #expect(trace.statements.filter { $0.hasPrefix("SELECT") }.count == 2)
    let count = try await db.read { try $0.load(of: team) { $0.players.count() } }
    #expect(count == 3)
    await #expect(throws: RowNotFoundError(table: "team")) {
      try await db.load(of: Team(id: 9, name: "")) { $0.players.count() }
    }
    await #expect(throws: MissingPrimaryKeyError(table: "team")) {
      try await db.load(of: Team(id: nil, name: "")) { $0.players.count() }
    }
  }

  @Test("load finds rows by all columns of their key")
  func severalColumns() async throws {
    let db = try await database(teams: 1)
    let slots = ["Mon", "Tue"].flatMap { day in
      (0..<4).map { Slot(day: day, hour: $0, title: "\(day) \($0)") }
    }
    try await db.insert(slots)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let rows = (slots + slots).shuffled(using: &random)
      let loaded = try await db.load(rows) { $0.title }
      #expect(loaded.map(\.0) == rows && loaded.map(\.1) == rows.map(\.title))
    }
  }
}

extension LoadOrderTests.Player.Columns {
  fileprivate var team: ToOne<LoadOrderTests.Team> { toOne(teamID) }
}

extension LoadOrderTests.Team.Columns {
  fileprivate var players: ToMany<LoadOrderTests.Player> { toMany(\.team) }
}
