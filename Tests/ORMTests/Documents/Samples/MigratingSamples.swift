import Foundation
import ORM
import ORMTesting
import Testing

/// The code of the guide to migrations.
enum MigratingSamples {
  @Table
  struct Artist: Identifiable {
    var id: Int?
    var name: String
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(index: true) var artistID: Int
    var rating = 0
  }

  @Table("record", renamedFrom: "album")
  struct Record {
    var id: Int?
    @Column(renamedFrom: "name", "title") var caption: String
  }

  @Table
  struct Track {
    var id: Int?
    var title: String
    var seconds: Int
    var rating: Int
    var sortTitle: String
    var initial: String
  }

  @Table("guest")
  struct FirstGuest {
    let id: Int
    var name: String
  }

  @Table("guest")
  struct Guest {
    let id: Int
    var name: String
    var invited: Date
    var initial: String
  }

  @Table("visit")
  struct FirstVisit {
    let id: Int
    var at: Date
  }

  @Table("visit")
  struct Visit {
    let id: Int
    @Column(as: UnixMilliseconds.self) var at: Date  // was: var at: Date
  }

  @Table("talk")
  struct FirstTalk {
    let id: Int
    var rating: Int
  }

  @Table("talk")
  struct Talk {
    let id: Int
    @Column(meaning: "percent") var rating: Int  // was: var rating: Int, 1 to 5
  }

  /// Ratings from 1 to 5 become percent.
  static func meaning() async throws {
    let db = try Database.inMemory()
    try await db.create(FirstTalk.self)
    try await db.insert(FirstTalk(id: 1, rating: 5))
    await #expect(throws: DataLossError.self) { try await db.migrate(to: Schema(of: Talk.self)) }
    try await db.migrate(
      to: Schema(of: Talk.self),
      converting: [.column("talk", "rating", sql: "(rating - 1) * 25")])
    #expect(try await db.fetch(Talk.self).map(\.rating) == [100])
  }

  /// Dates as seconds become dates as milliseconds.
  static func storing() async throws {
    let db = try Database.inMemory()
    let at = Date(timeIntervalSince1970: 1_700_000_000.5)
    try await db.create(FirstVisit.self)
    try await db.insert(FirstVisit(id: 1, at: at))
    let plan = try await db.migrate(to: Schema(of: Visit.self))
    let page = try Document(Guide.page("Migrating")).lines
    let change = plan.changes.filter { $0.property == .representation }.map(\.description)
    #expect(change.count == 1 && page.contains(change[0]))
    #expect(try await db.fetch(Visit.self).map(\.at) == [at])
    try await db.execute("UPDATE visit SET at = at / 1000")
    try await converting(db)
    #expect(
      try await db.fetch(Visit.self).map(\.at) == [Date(timeIntervalSince1970: 1_700_000_000)])
  }

  static func converting(_ db: Database) async throws {
    let conversion = MigrationList {
      MigrationStep("milliseconds", before: .schema) { tx in
        try tx.execute("UPDATE visit SET at = round(at * 1000)")
        try tx.recordRepresentations(of: Visit.self)
      }
    }
    try await db.migrate(to: Schema(of: Visit.self), steps: conversion)
  }

  static func run(_ db: Database) async throws {
    try await storing()
    try await meaning()
    try await starting(db)
    let records = try Database.inMemory()
    try await records.execute(
      script: """
        CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, notes TEXT) STRICT;
        CREATE TABLE draft (a);
        INSERT INTO album VALUES (1, ' Promise', 'x'), (2, NULL, 'y');
        """)
    try await losing(records)
    #expect(try await records.fetch(Record.self).map(\.caption) == [" Promise"])
    try await db.execute("DROP TABLE album")
    try await stepping(db)
    try await filling()
    try await copying()
    try await inviting()
    try await walking()
    try await moving()
    try await adopting()
    try await goingBack()
  }

  static func starting(_ db: Database) async throws {
    try await db.execute(
      script: """
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL, artistID INTEGER NOT NULL) STRICT;
        """)
    let schema = Schema(of: Artist.self, Album.self)
    let plan = try await db.plan(to: schema)
    print(plan)
    let page = try Document(Guide.page("Migrating")).lines
    for line in plan.description.split(separator: "\n") { #expect(page.contains(String(line))) }
    try await migrating(db)
  }

  static func migrating(_ db: Database) async throws {
    let schema = Schema(of: Artist.self, Album.self)
    try await db.migrate(to: schema)
  }

  static func losing(_ db: Database) async throws {
    do {
      try await db.migrate(to: Schema(of: Record.self))
    } catch let error as DataLossError {
      for loss in error.losses { print(loss) }
    }
    await #expect(throws: DataLossError.self) {
      do {
        try await db.migrate(to: Schema(of: Record.self))
      } catch let error as DataLossError {
        let page = try Document(Guide.page("Migrating")).lines
        #expect(error.losses.map { page.contains("\($0)") } == [true])
        throw error
      }
    }

    try await db.migrate(
      to: Schema(of: Record.self),
      allowing: [
        .removingRows("record"), .droppingColumn("record", "notes"), .droppingTable("draft"),
      ])

    let cleaning = try await db.plan(to: Schema(of: Record.self), allowing: [.droppingExtras])
    print(cleaning)
    try await db.migrate(cleaning, allowing: .everything)
  }

  static func filling() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT NOT NULL, minutes REAL) STRICT;
        INSERT INTO track VALUES (1, 'Is It a Crime', 6.5);
        """)
    try await db.migrate(
      to: Schema(of: Track.self),
      fill: [
        .column("track", "rating", value: 3),
        .column("track", "sortTitle", sql: "lower(title)"),
        .column("track", "initial") { row in
          guard case .text(let title)? = row["title"] else { return "" }
          return .text(String(title.prefix(1)))
        },
      ],
      converting: [.column("track", "seconds", sql: "CAST(round(minutes * 60) AS INTEGER)")])
    let track = try #require(try await db.fetch(Track.self).first)
    #expect(track.seconds == 390 && track.sortTitle == "is it a crime" && track.initial == "I")
  }

  /// New columns get values of Swift.
  static func inviting() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: FirstGuest.self))
    try await db.insert(FirstGuest(id: 1, name: "Ann"))
    try await db.migrate(
      to: Schema(of: Guest.self),
      fill: [
        try .column(Guest.self, \.invited, value: Date(timeIntervalSince1970: 0)),
        .column(Guest.self, \.initial) { row in
          String(try row.value("name", as: String.self).prefix(1))
        },
      ])
    let guest = try #require(try await db.fetch(Guest.self).first)
    #expect(guest.invited == Date(timeIntervalSince1970: 0) && guest.initial == "A")
  }

  static func copying() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let db = try Database(path)
    let schema = Schema(of: Artist.self)
    try await db.migrate(to: schema, backup: path + ".before") { progress in
      print("\(progress.step) of \(progress.steps): \(progress.description)")
    }
    #expect(FileManager.default.fileExists(atPath: path + ".before"))
  }

  static func stepping(_ db: Database) async throws {
    try await db.execute(
      "CREATE TABLE record (id INTEGER PRIMARY KEY, caption TEXT NOT NULL) STRICT")
    try await db.execute("INSERT INTO record VALUES (1, ' Promise ')")
    let steps = MigrationList {
      MigrationStep("2026-11 trim captions") { tx in
        try tx.execute("UPDATE record SET caption = trim(caption)")
      }
      MigrationStep("2026-12 names", sql: "UPDATE record SET caption = caption || '.'")
    }
    try await db.migrate(steps)
    // UPDATE record SET caption = trim(caption)
    #expect(try await db.fetch(Record.self).map(\.caption) == ["Promise."])

    try await db.migrate(to: Schema(of: Record.self), steps: steps)
  }

  /// An episode of three versions.
  static func walking() async throws {
    let db = try Database.inMemory()
    try await FirstVersion.start(db)
    try await db.insert(FirstVersion.Episode(duration: "3"))
    try await SecondVersion.start(db)
    #expect(try await db.fetch(SecondVersion.Episode.self).map(\.minutes) == [3])
    try await ThirdVersion.start(db)
    try await ThirdVersion.start(db)
    #expect(try await db.fetch(ThirdVersion.Episode.self).map(\.seconds) == [180])
    #expect(
      try await db.fetch(String.self, sql: "SELECT version FROM orm_schema ORDER BY id") == [
        "first", "minutes", "minutes", "seconds",
      ])
  }
}

extension MigratingSamples {
  /// A text column becomes rows of a new table.
  static func moving() async throws {
    let db = try Database.inMemory()
    try await db.migrate(
      SchemaHistory([.version(.tags)], current: Schema(of: TagVersion.Talk.self)))
    for tag in ["swift", "sql", "swift"] { try await db.insert(TagVersion.Talk(tag: tag)) }
    try await LabelVersion.start(db)
    #expect(try await db.fetch(LabelVersion.Label.self).map(\.name) == ["swift", "sql"])
    #expect(try await db.fetch(LabelVersion.Talk.self).map(\.labelID) == [1, 2, 1])
  }
}

extension MigratingSamples {
  /// A database of another program.
  static func adopting() async throws {
    let db = try Database.inMemory()
    for sql in [
      "CREATE TABLE player (id INTEGER PRIMARY KEY, joined DATETIME NOT NULL)",
      "INSERT INTO player VALUES (1, '2024-02-29 12:30:15')",
      "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
      "INSERT INTO grdb_migrations VALUES ('v6'), ('v7')",
    ] {
      try await db.execute(SQL(stringLiteral: sql))
    }
    try await PlayerVersion.start(db)
    #expect(
      try await db.fetch(PlayerVersion.Player.self).map(\.joined)
        == [Date(timeIntervalSince1970: 1_709_209_815)])
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM grdb_migrations") == 2)
  }
}

extension MigratingSamples {
  /// An episode goes back from seconds to minutes.
  static func goingBack() async throws {
    let db = try Database.inMemory()
    try await FirstVersion.start(db)
    try await db.insert(FirstVersion.Episode(duration: "1.5"))
    try await ThirdVersion.start(db)
    try await ThirdVersion.startMerged(db)
    try await ThirdVersion.goBack(db)
    #expect(try await db.fetch(SecondVersion.Episode.self).map(\.minutes) == [1.5])
  }
}

private enum PlayerVersion {
  @Table("player")
  struct Player {
    var id: Int?
    var joined: Date
  }

  static func start(_ db: Database) async throws {
    let history = SchemaHistory(
      [
        .version(.foreign, adopting: [.grdb(through: "v7"), .userVersion(7)]),
        .version(
          .structs, converting: [.column("player", "joined", sql: "unixepoch(joined)")]),
      ],
      current: Schema(of: Player.self))
    try await db.migrate(history)
  }
}

private enum TagVersion {
  @Table("talk")
  struct Talk {
    var id: Int?
    var tag: String
  }
}

private enum LabelVersion {
  @Table("label")
  struct Label: Identifiable {
    var id: Int?
    @Column(unique: true) var name: String
  }

  @Table("talk")
  struct Talk {
    var id: Int?
    @Column(references: Label.self) var labelID: Int
  }

  static func start(_ db: Database) async throws {
    let history = SchemaHistory(
      [
        .version(.tags),
        .version(
          .labels, allowing: [.droppingColumn("talk", "tag")],
          steps: [
            MigrationStep(
              "labels", before: .removals,
              sql: """
                INSERT OR IGNORE INTO label (name) SELECT tag FROM talk;
                UPDATE talk SET labelID = (SELECT id FROM label WHERE name = talk.tag);
                """)
          ]),
      ],
      current: Schema(of: Label.self, Talk.self))
    try await db.migrate(history)
  }
}

extension Schema.Version {
  fileprivate static let tags = recorded("tags", after: nil, TagVersion.Talk.self)
  fileprivate static let labels = recorded(
    "labels", after: "tags", LabelVersion.Label.self, LabelVersion.Talk.self)
  fileprivate static let foreign = Schema.Version(
    "foreign", after: nil,
    """
    {"tables": [{"name": "player", "columns": [
      {"name": "id", "type": "INTEGER"}, {"name": "joined", "type": "DATETIME", "notNull": {}}],
      "keys": [{"kind": "primary", "columns": [{"column": "id"}]}]}]}
    """)
  fileprivate static let structs = recorded("structs", after: "foreign", PlayerVersion.Player.self)
  fileprivate static let first = recorded("first", after: nil, FirstVersion.Episode.self)
  fileprivate static let minutes = recorded("minutes", after: "first", SecondVersion.Episode.self)
  fileprivate static let seconds = recorded("seconds", after: "minutes", ThirdVersion.Episode.self)

  /// What `orm record` writes as text.
  private static func recorded(
    _ name: String, after previous: String?, _ tables: any DatabaseTable.Type...
  ) -> Schema.Version {
    Schema.Version(name, after: previous, (try? Schema(of: tables).json()) ?? "")
  }
}

private enum FirstVersion {
  @Table("episode")
  struct Episode {
    var id: Int?
    var duration: String
  }

  static func start(_ db: Database) async throws {
    let history = SchemaHistory([.version(.first)], current: Schema(of: Episode.self))
    try await db.migrate(history)
  }
}

private enum SecondVersion {
  @Table("episode")
  struct Episode {
    var id: Int?
    @Column(renamedFrom: "duration") var minutes: Double
  }

  static func start(_ db: Database) async throws {
    let history = SchemaHistory(
      [
        .version(.first),
        .draft(
          "minutes", converting: [.column("episode", "minutes", sql: "CAST(duration AS REAL)")]),
      ],
      current: Schema(of: Episode.self))
    try await db.migrate(history)
  }
}

private enum ThirdVersion {
  @Table("episode")
  struct Episode {
    var id: Int?
    @Column(renamedFrom: "minutes") var seconds: Int
  }

  static func start(_ db: Database) async throws {
    let history = SchemaHistory(
      [
        .version(.first),
        .version(
          .minutes, converting: [.column("episode", "minutes", sql: "CAST(duration AS REAL)")]),
        .version(
          .seconds,
          converting: [.column("episode", "seconds", sql: "CAST(round(minutes * 60) AS INTEGER)")]),
      ],
      current: Schema(of: Episode.self))
    try await db.migrate(history)
    try await expectHistory(history) { db, version in
      let episodes = try await db.fetch(Episode.self)
      #expect(!episodes.isEmpty, "from \(version)")
    }
  }

  static func startMerged(_ db: Database) async throws {
    let history = SchemaHistory(
      [.version(.seconds, merging: ["first", "minutes"])], current: Schema(of: Episode.self))
    try await db.migrate(history)
  }

  static func goBack(_ db: Database) async throws {
    let history = SchemaHistory(
      [
        .version(.minutes),
        .version(
          .seconds,
          converting: [
            .column(
              "episode", "seconds", sql: "CAST(round(minutes * 60) AS INTEGER)",
              back: "seconds / 60.0")
          ]),
      ],
      current: Schema(of: Episode.self))
    try await db.goBack(to: .minutes, of: history)
  }
}
