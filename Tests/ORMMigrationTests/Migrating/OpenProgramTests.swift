import ORM
import Testing

private enum Minutes {
  @Table("track") struct Track {
    var id: Int?
    var title: String
    var length: Int
  }
}

private enum Seconds {
  @Table("track") struct Track {
    var id: Int?
    var title: String
    @Column(meaning: "seconds") var length: Int
  }
}

/// An older program that is open while a newer one migrates its database.
@Suite("A program that is open while a newer one migrates")
struct OpenProgramTests {
  private let folder: TemporaryFolder
  private let old: Database

  init() async throws {
    folder = try TemporaryFolder()
    old = try Database(folder.file())
    try await old.migrate(to: Schema(of: Minutes.Track.self))
    try await old.insert(Minutes.Track(title: "a", length: 3))
  }

  private func another() throws -> Database { try Database(folder.file()) }

  private func migrateByNewer() async throws {
    let rule = ColumnRule.column("track", "length", sql: "length * 60")
    try await another().migrate(to: Schema(of: Seconds.Track.self), converting: [rule])
  }

  private func lengths() async throws -> [String] {
    try await another().texts("SELECT length || '' FROM track ORDER BY id")
  }

  @Test("An open program can't write once a newer one has migrated the database")
  func writes() async throws {
    _ = try await old.fetch(Minutes.Track.self)
    try await migrateByNewer()
    for _ in 1...2 {
      await #expect(throws: NewerSchemaError.self) {
        try await old.insert(Minutes.Track(title: "b", length: 4))
      }
    }
    await #expect(throws: NewerSchemaError.self) {
      try await old.insert([Minutes.Track(title: "b", length: 4), .init(title: "c", length: 5)])
    }
    await #expect(throws: NewerSchemaError.self) {
      try await old.transaction { try $0.execute("UPDATE track SET length = 1") }
    }
    #expect(try await lengths() == ["180"])
  }

  @Test("An old program writes nothing more after it failed to migrate the database back")
  func writesAfterFailedMigration() async throws {
    try await migrateByNewer()
    for _ in 1...2 {
      await #expect(throws: NewerSchemaError.self) {
        try await old.migrate(to: Schema(of: Minutes.Track.self))
      }
      await #expect(throws: NewerSchemaError.self) {
        try await old.insert(Minutes.Track(title: "b", length: 4))
      }
    }
    #expect(try await lengths() == ["180"])
  }

  @Test("An open program can't read once a newer one has migrated the database")
  func reads() async throws {
    _ = try await old.fetch(Minutes.Track.self)
    try await migrateByNewer()
    await #expect(throws: NewerSchemaError.self) { try await old.fetch(Minutes.Track.self) }
    await #expect(throws: NewerSchemaError.self) { try await old.count(Minutes.Track.self) }
  }

  @Test("An open program's transaction fails if a newer one has migrated the database")
  func transaction() async throws {
    try await migrateByNewer()
    let error = await #expect(throws: NewerSchemaError.self) {
      try await old.transaction { connection in
        try connection.insert(Minutes.Track(title: "b", length: 4))
      }
    }
    #expect(error?.app.isEmpty == false)
    #expect(try await lengths() == ["180"])
  }

  @Test("An open program's first read or write fails after a newer one's migration")
  func first() async throws {
    let (reader, writer) = (try another(), try another())
    for db in [reader, writer] {
      #expect(try await db.migrate(to: Schema(of: Minutes.Track.self)).isEmpty)
    }
    try await migrateByNewer()
    await #expect(throws: NewerSchemaError.self) { try await reader.fetch(Minutes.Track.self) }
    await #expect(throws: NewerSchemaError.self) {
      try await writer.insert(Minutes.Track(title: "b", length: 4))
    }
    #expect(try await lengths() == ["180"])
  }

  @Test("An open program continues after it has migrated to the newer schema itself")
  func migratesItself() async throws {
    try await migrateByNewer()
    await #expect(throws: NewerSchemaError.self) { try await old.fetch(Minutes.Track.self) }
    try await old.migrate(to: Schema(of: Seconds.Track.self))
    try await old.insert(Seconds.Track(title: "b", length: 240))
    #expect(try await lengths() == ["180", "240"])
  }

  @Test("An open program continues after changes that don't concern its tables")
  func others() async throws {
    try await another().run("CREATE TABLE other (x); ALTER TABLE track ADD extra TEXT")
    try await old.insert(Minutes.Track(title: "b", length: 4))
    try await another().migrate(to: Schema(of: Minutes.Track.self))
    try await old.insert(Minutes.Track(title: "c", length: 5))
    try await old.run("CREATE TABLE mine (x)")
    try await old.insert(Minutes.Track(title: "d", length: 6))
    #expect(try await old.fetch(Minutes.Track.self).map(\.length) == [3, 4, 5, 6])
  }

  enum Two: Int, ColumnValue, CaseIterable { case low, high }
  enum Three: Int, ColumnValue, CaseIterable { case low, high, top }
  enum Shifted: Int, ColumnValue, CaseIterable { case low = 1, high }
  @Table("level") struct Level { let id: Int; var value: Two }
  @Table("level") struct LevelOfThree { let id: Int; var value: Three }
  @Table("level") struct ShiftedLevel { let id: Int; var value: Shifted }

  @Test("An open program fails if an enum's raw values change, but not if a case is added")
  func cases() async throws {
    try await old.migrate(to: Schema(of: Level.self))
    try await old.insert(Level(id: 1, value: .low))
    try await another().migrate(to: Schema(of: LevelOfThree.self))
    try await old.insert(Level(id: 2, value: .high))
    try await another().migrate(to: Schema(of: ShiftedLevel.self))
    await #expect(throws: NewerSchemaError.self) {
      try await old.insert(Level(id: 3, value: .high))
    }
    #expect(try await another().texts("SELECT value || '' FROM level ORDER BY id") == ["1", "2"])
  }

  @Test("An open program fails even after a migration that runs no statement")
  func withoutStatements() async throws {
    _ = try await old.fetch(Minutes.Track.self)
    var schema = Schema(of: Minutes.Track.self)
    schema.tables[0].formerNames = ["song"]
    let plan = try await another().migrate(to: schema)
    #expect(plan.isEmpty)
    await #expect(throws: NewerSchemaError.self) {
      try await old.insert(Minutes.Track(title: "b", length: 4))
    }
    #expect(
      try await another().texts("SELECT name FROM sqlite_schema WHERE name LIKE 'orm%'").count == 2)
  }
}
