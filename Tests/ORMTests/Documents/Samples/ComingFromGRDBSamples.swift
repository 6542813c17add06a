import Foundation
import ORM
import Testing

/// The code of the guide for those who come from GRDB.
enum ComingFromGRDBSamples {
  @Table
  struct Team: Identifiable {
    let id: Int
    var name: String
  }

  @Table
  struct Player: Identifiable {
    var id: Int?
    var name: String
    var score = 0
    @Column(index: true, references: Team.self, onDelete: .setNull) var teamID: Int?
    @Column(as: DateTimeMillisecondsText.self) var joined: Date?
  }

  static func run(_ db: Database) async throws {
    try await db.create(Team.self, Player.self)
    try await db.insert(Team(id: 1, name: "Reds"))
    try await writes(db)
    try await reads(db)
    try await rest(db)
    try await fileOfGRDB(db)
    try await relations(db)
  }

  private static func writes(_ db: Database) async throws {
    var player = Player(name: "Ada", teamID: 1)
    player = try await db.insert(player)
    // INSERT INTO "player" ("name", "score", "teamID", "joined") VALUES ($1, $2, $3, $4)
    player.score = 10
    try await db.update(player)
    let old = player
    player.score = 20
    try await db.updateChanges(player, from: old)
    // UPDATE "player" SET "score" = $1 WHERE "id" = $2
    try await db.save(player)
    try await db.run(Player.where { $0.score < 5 }.update { $0.score += 1 })
    let wasThere = try await db.delete(player)
    #expect(wasThere)
    let count = try await db.transaction { tx in
      try tx.insert(Player(name: "Bo", score: 3))
      try tx.transaction { try tx.insert(Player(name: "Cy", score: 8, teamID: 1)) }
      return try tx.count(Player.self)
    }
    // BEGIN IMMEDIATE
    // SAVEPOINT …
    #expect(count == 2)
  }

  private static func reads(_ db: Database) async throws {
    let name = "Bo"
    let one = try await db.find(Player.self, 2)
    let best = try await db.fetch(Player.where { $0.score > 5 }.order { $0.name }.limit(10))
    let first = try await db.first(Player.order { $0.score.desc() })
    let count = try await db.count(Player.self, where: { $0.teamID != nil })
    let bos = try await db.fetch(Player.self, sql: "SELECT * FROM player WHERE name = \(name)")
    let rows = try await db.fetch(Row.self, sql: "SELECT name, score FROM player")
    let highest = try await db.first(Player.select { $0.score.max() })
    let pairs = try await db.fetch(Player.join(Team.self) { $0.teamID == $1.id })
    let all = try await db.fetch(Player.leftJoin(Team.self) { $0.teamID == $1.id })
    let (players, teams) = try await db.read { db in
      (try db.fetch(Player.self), try db.count(Team.self))
    }
    for try await player in db.stream(Player.all) { print(player.name) }
    #expect(one?.name == "Cy" || one?.name == "Bo" || one == nil)
    #expect(best.map(\.name) == ["Cy"] && first?.name == "Cy" && count == 1 && bos.count == 1)
    #expect(rows.count == 2 && highest == 8 && pairs.count == 1 && all.count == 2)
    #expect(players.count == 2 && teams == 1)
  }

  private static func rest(_ db: Database) async throws {
    for try await players in db.observe(Player.where { $0.score > 5 }) {
      print(players.map(\.name))
      break
    }
    try await OwnThread.run { try blocking(db) }
    let announce: @Sendable () -> Void = {}
    try await db.transaction { tx in
      tx.afterCommit { announce() }
    }
    let snapshot = try await db.snapshot()
    let count = try await snapshot.read { try $0.count(Player.self) }
    try await snapshot.close()
    #expect(count == 2)
    try db.add(DatabaseFunction("twice") { (number: Int) in number * 2 })
    let plan = try await db.explain(Player.where { $0.teamID == 1 })
    #expect(plan.scans.isEmpty)
    do {
      try await db.insert(Player(name: "Di", teamID: 99))
    } catch let error as DatabaseError where error.kind == .foreignKey {
      print(error.extendedCode, error.violation?.table ?? "")
    }
    try await db.deleteAll(Player.self)
    // DELETE FROM "player"
  }

  private static func fileOfGRDB(_ db: Database) async throws {
    // The texts that GRDB writes.
    try await db.execute(
      """
      INSERT INTO player (name, score, joined) VALUES ('Ed', 0, '2024-02-29 12:30:15.000'),
        ('Flo', 0, '2024-02-29 12:30:14.999')
      """)
    let joined = Date(timeIntervalSince1970: 1_709_209_815)
    let since = try await db.fetch(Player.where { $0.joined >= joined })
    // SELECT … FROM "player" WHERE "joined" >= $1
    #expect(since.map(\.name) == ["Ed"] && since[0].joined == joined)
    #expect(try await db.count(Player.where { $0.joined == since[0].joined }) == 1)
  }

  private static func relations(_ db: Database) async throws {
    let (blues, added) = try await db.insert(parent: Team.Draft(name: "Blues")) { team in
      [Player(name: "Gil", teamID: team.id), Player(name: "Hal", teamID: team.id)]
    }
    let teams = try await db.fetch(Team.order { $0.name }.select { ($0, $0.players) })
    for (team, players) in teams { print(team.name, players.map(\.name)) }
    // SELECT "id", "name", "id" FROM "team" ORDER BY "name"
    // SELECT … FROM "player"…
    let pairs = try await db.fetch(Player.order { $0.name }.select { ($0, $0.team) })
    let some = try await db.fetch(Player.where { $0.team.name == "Blues" })
    let counts = try await db.fetch(Team.select { ($0, $0.players.count()) })
    let empty = try await db.fetch(Team.where { $0.players.isEmpty })
    let loaded = try await db.load(of: blues) { $0.players }
    let change = try await db.sync([added[0]], as: \.players, of: blues)
    #expect(teams.map(\.0.name) == ["Blues", "Reds"] && teams.map(\.1.count) == [2, 0])
    #expect(pairs.map { $0.1?.name } == [nil, nil, "Blues", "Blues"] && some.count == 2)
    #expect(counts.map(\.1).sorted() == [0, 2] && empty.map(\.name) == ["Reds"])
    #expect(loaded.count == 2 && change.deleted == 1)
  }

  private static func blocking(_ db: Database) throws {
    let count = try db.blocking.read { db in try db.count(Player.self) }
    let (players, changes) = try db.observe(Player.all).startBlocking()
    _ = changes
    #expect(players.count == count)
  }

  static func open(_ path: String) throws -> [Database] {
    var configuration = Configuration(readerCount: 4)
    configuration.prepareConnection = { _ in }
    let db = try Database(path, configuration: configuration)
    return [db, try Database.inMemory(), try Database.inMemory(copying: path)]
  }
}

// With these, the extensions read as in the guide. Other tests have tables of the same names.
private typealias Team = ComingFromGRDBSamples.Team
private typealias Player = ComingFromGRDBSamples.Player

extension Team.Columns {
  typealias Player = ComingFromGRDBSamples.Player
}

extension Player.Columns {
  typealias Team = ComingFromGRDBSamples.Team
}

extension Player.Columns {
  var team: ToOptional<Team> { toOptional(teamID) }
}

extension Team.Columns {
  var players: ToMany<Player> { toMany(\.team) }
}
