import CSQLite
import ORM
import Synchronization
import Testing

/// Collects the events of a hook.
final class Events: Sendable {
  private let events = Mutex<[StatementEvent]>([])

  /// Returns the events since the last call.
  func take() -> [StatementEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  func hook(slowerThan threshold: Duration = .zero, includesValues: Bool = false) -> StatementHook {
    StatementHook(slowerThan: threshold, includesValues: includesValues) { event in
      self.events.withLock { $0.append(event) }
    }
  }
}

@Suite("Statement hooks", .timeLimit(.minutes(10)))
struct StatementHookTests {
  let events = Events()
  let db: Database

  init() async throws {
    var configuration = Configuration()
    configuration.statementHooks = [events.hook()]
    db = try Database.inMemory(configuration: configuration)
    try await db.create(Kit.Artist.self, Kit.Album.self)
    try await Kit.seed(db)
    _ = events.take()
  }

  /// The only event.
  func event() throws -> StatementEvent {
    let told = events.take()
    try #require(told.count == 1)
    return told[0]
  }

  @Test("A fetch is reported with its SQL, row count, durations and whether it was cached")
  func fetch() async throws {
    for wasCached in [false, true] {
      _ = try await db.fetch(Kit.Album.self, where: { $0.artistID == 1 })
      let event = try event()
      #expect(event.sql == #"SELECT "id", "title", "artistID" FROM "album" WHERE "artistID" = $1"#)
      #expect(event.rowCount == 2 && event.changeCount == 0 && event.isReadOnly)
      #expect(event.wasCached == wasCached)
      #expect((event.prepareDuration == .zero) == wasCached)
      #expect(event.stepDuration > .zero && event.decodeDuration > .zero)
      #expect(event.waitDuration > .zero)
      #expect(event.duration == event.prepareDuration + event.stepDuration + event.decodeDuration)
      #expect(event.error == nil && event.path == ":memory:" && event.sqlWithValues == nil)
    }
  }

  @Test("Each statement of a verb is reported in order, including transactions")
  func verbs() async throws {
    try await db.transaction { tx in
      try tx.insert(Kit.Album(title: "Lovers Rock", artistID: 1))
      try? tx.transaction {
        try tx.delete(Kit.Album.self, where: { $0.title == "Promise" })
        throw Stop()
      }
      _ = try tx.find(Kit.Album.self, 1)
      _ = try tx.count(Kit.Album.self)
      try tx.forEach(Kit.Album.order { $0.id }) { _ in }
      _ = try tx.value(Int.self, sql: "SELECT max(id) FROM album")
      try tx.execute(script: "UPDATE album SET title = 'x'; DELETE FROM album WHERE id > 2")
    }
    let album = #""id", "title", "artistID" FROM "album""#
    let told = events.take()
    let expected: [String] = [
      "BEGIN IMMEDIATE",
      #"INSERT INTO "album" ("title", "artistID") VALUES ($1, $2)"#,
      #"SAVEPOINT "orm_1""#, #"DELETE FROM "album" WHERE "title" = $1"#,
      #"ROLLBACK TO "orm_1""#, #"RELEASE "orm_1""#,
      #"SELECT \#(album) WHERE "id" = $1"#, #"SELECT count(*) FROM "album""#,
      #"SELECT \#(album) ORDER BY "id""#, "SELECT max(id) FROM album",
      "UPDATE album SET title = 'x';", "DELETE FROM album WHERE id > 2", "COMMIT",
    ]
    let texts = told.map { String($0.sql.trimmingPrefix(" ")) }
    #expect(texts == expected)
    #expect(told.map(\.changeCount) == [0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 3, 1, 0])
    #expect(told.map(\.rowCount) == [0, 0, 0, 0, 0, 0, 1, 1, 3, 1, 0, 0, 0])
    // Only the first has waited.
    let haveWaited: [Bool] = told.map { $0.waitDuration > .zero }
    #expect(haveWaited.first == true)
    #expect(!haveWaited.dropFirst().contains(true))
  }

  @Test("A stream is one event, at its end or when it is left early")
  func stream() async throws {
    for try await _ in db.stream(Kit.Album.order { $0.id }) {}
    #expect(try event().rowCount == 2)
    try await db.read { connection in
      try connection.withCursor(Kit.Album.order { $0.id }) { _ = try $0.next() }
    }
    let left = events.take()
    #expect(left.map(\.rowCount) == [0, 1, 0])
  }

  @Test("Values are reported only to a hook that includes them")
  func values() async throws {
    let other = Events()
    var configuration = Configuration()
    configuration.statementHooks = [events.hook(), other.hook(includesValues: true)]
    let db = try Database.inMemory(configuration: configuration)
    try await db.execute("CREATE TABLE secret (word TEXT)")
    (_, _) = (events.take(), other.take())
    try await db.execute("INSERT INTO secret VALUES (\("it's red"))")
    let hidden = try event()
    #expect(hidden.sqlWithValues == nil && !hidden.description.contains("red"))
    let shown = try #require(other.take().first)
    #expect(shown.sql == hidden.sql && shown.sql == "INSERT INTO secret VALUES ($1)")
    #expect(shown.sqlWithValues == "INSERT INTO secret VALUES ('it''s red')")
    #expect(shown.description.hasSuffix(": INSERT INTO secret VALUES ('it''s red')"))
  }

  @Test("A statement faster than the hook's threshold is not reported")
  func threshold() async throws {
    let (slow, slower) = (Events(), Events())
    var configuration = Configuration()
    configuration.statementHooks = [
      slow.hook(slowerThan: .milliseconds(30)), slower.hook(slowerThan: .seconds(3600)),
    ]
    let db = try Database.inMemory(configuration: configuration)
    // Independent of the machine's speed and load.
    try db.add(
      DatabaseFunction("pause") {
        let end = ContinuousClock.now + .milliseconds(30)
        while ContinuousClock.now < end {}
        return 1
      })
    _ = try await db.fetch(Int.self, sql: "SELECT pause()")
    let event = try #require(slow.take().first)
    #expect(event.sql == "SELECT pause()" && event.stepDuration >= .milliseconds(30))
    #expect(slower.take().isEmpty)
  }

  @Test("A failed statement is reported with its error; one that can't be prepared is not reported")
  func failures() async throws {
    await #expect(throws: DatabaseError.self) {
      try await db.insert(Kit.Album(id: 1, title: "again", artistID: 1))
    }
    let event = try event()
    #expect((event.error as? DatabaseError)?.code == .constraint)
    #expect(event.changeCount == 0 && event.description.contains(", failed: "))
    await #expect(throws: DatabaseError.self) { try await db.execute("SELEC") }
    #expect(events.take().isEmpty)
  }

  @Test("A statement that the library runs to explain an error is not reported")
  func explanations() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(Kit.Album(title: "Promise", artistID: 99))
    }
    #expect(error?.violation?.columns == ["artistID"])
    #expect(try event().sql.hasPrefix("INSERT"))
    await #expect(throws: DatabaseError.self) {
      try await db.run(Kit.Album.updateAll { $0.artistID = 99 })
    }
    #expect(try event().sql.hasPrefix("UPDATE"))
    await #expect(throws: DatabaseError.self) { try await db.deleteAll(Kit.Artist.self) }
    #expect(try event().sql.hasPrefix("DELETE"))
  }

  @Test("An insert that is compiled again after a schema change is reported once, as a success")
  func compiledAgain() async throws {
    let changes: [SQL] = [
      "ANALYZE", "CREATE INDEX album_title ON album (title)",
      "ALTER TABLE album ADD COLUMN note TEXT",
      "CREATE TRIGGER added AFTER INSERT ON album BEGIN SELECT 1; END",
    ]
    let inserts: [@Sendable (isolated Connection) throws -> Void] = [
      { try $0.insert(Kit.Album(title: "one", artistID: 1)) },
      { try $0.insert((1...2).map { Kit.Album(title: "\($0)", artistID: 1) }) },
      { try $0.run(Kit.Album.insert(Kit.Album(title: "one", artistID: 1))) },
      { _ = try $0.fetch(Kit.Album.insert(Kit.Album(title: "one", artistID: 1)).returning()) },
    ]
    for (place, insert) in inserts.enumerated() {
      for change in changes {
        var configuration = Configuration()
        configuration.statementHooks = [events.hook()]
        let db = try Database.inMemory(configuration: configuration)
        try await db.create(Kit.Artist.self, Kit.Album.self)
        try await Kit.seed(db)
        try await db.transaction { try insert($0) }
        try await db.execute(change)
        _ = events.take()
        try await db.transaction { try insert($0) }
        let told = events.take()
        #expect(told.allSatisfy { $0.error == nil }, "\(place): \(change): \(told)")
        // With a trigger, several rows are inserted one by one.
        let counts = told.filter { $0.sql.hasPrefix("INSERT") }.map(\.changeCount)
        let expected = place == 1 ? [[2], [1, 1]] : [[1]]
        #expect(expected.contains(counts), "\(place): \(change): \(told)")
      }
    }
  }

  @Test("Waiting for a lock is waiting time of one event, not an event for each attempt")
  func locks() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration(readerCount: 1)
    configuration.statementHooks = [events.hook()]
    // Three tries may take as long as they need.
    configuration.busyTimeout = .seconds(3600)
    let db = try Database(folder.file(), configuration: configuration)
    try await db.create(Kit.Artist.self)
    _ = events.take()
    let trace = try await StatementTrace.start(on: db)
    let writer = try HeldLock(path: folder.file())
    async let insert = db.insert(Kit.Artist(id: 1, name: "Sade"))
    // There is a millisecond between two attempts.
    await trace.wait(for: "INSERT", times: 3)
    try writer.end("ROLLBACK")
    _ = try await insert
    let event = try event()
    #expect(event.waitDuration >= .milliseconds(2))
    #expect(event.changeCount == 1 && event.path == folder.file())
    #expect(event.description.contains(" ms, after "))
  }

  @Test("The description of an event has its duration, its row count and its SQL")
  func words() async throws {
    _ = try await db.find(Kit.Artist.self, 1)
    let description = try event().description
    let pattern = /\d+\.\d\d\d ms(, after \d+\.\d\d\d ms)?, 1 row: SELECT "id", "name" FROM .*/
    #expect(description.wholeMatch(of: pattern) != nil, "\(description)")
  }
}
