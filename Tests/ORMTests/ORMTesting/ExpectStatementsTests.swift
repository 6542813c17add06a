import ORM
import ORMTesting
import Testing

extension Kit.Artist.Columns {
  fileprivate var albums: ToMany<Kit.Album> { toMany(\.artist) }
}

extension Kit.Album.Columns {
  fileprivate var artist: ToOne<Kit.Artist> { toOne(artistID) }
}

@Suite(
  "expectStatements", .database(Kit.Artist.self, Kit.Album.self, seed: Kit.seed))
struct ExpectStatementsTests {
  @Test("Within the budget, the closure's result is returned")
  func within() async throws {
    let db = try Database.current
    let titles = try await expectStatements(atMost: 2) {
      _ = try await db.find(Kit.Artist.self, 1)
      return try await db.fetch(Kit.Album.order { $0.id }).map(\.title)
    }
    #expect(titles == ["Diamond Life", "Promise"])
    try await expectStatements(atMost: 0) {}
  }

  @Test("Too many statements are an issue that lists them, on the line of the call")
  func beyond() async throws {
    let db = try Database.current
    let line = #line + 2
    try await withKnownIssue {
      try await expectStatements(atMost: 1) {
        for id in 1...2 { _ = try await db.find(Kit.Album.self, id) }
      }
    } matching: { issue in
      let sql = #"SELECT "id", "title", "artistID" FROM "album" WHERE "id" = $1"#
      let words = "2 statements ran, but at most 1 were expected:\n\(sql)\n\(sql)"
      return issue.description.contains(words) && issue.sourceLocation?.line == line
    }
  }

  @Test("Statements of transactions, raw SQL and scripts count; BEGIN and COMMIT do not")
  func kinds() async throws {
    let db = try Database.current
    func statements(_ limit: Int, _ body: @Sendable () async throws -> Void) async throws {
      try await expectStatements(atMost: limit, body)
      await withKnownIssue { try await expectStatements(atMost: limit - 1, body) }
    }
    try await statements(2) {
      try await db.transaction { tx in
        _ = try tx.find(Kit.Album.self, 1)
        try tx.transaction { try tx.execute("UPDATE album SET title = title") }
      }
    }
    try await statements(2) {
      try await db.execute(script: "DELETE FROM album WHERE id = 9; SELECT 1")
    }
    try await statements(1) { for try await _ in db.stream(Kit.Album.all) {} }
    try await statements(3) {
      try await db.transaction { tx in
        await Task.yield()
        for _ in 1...3 { _ = try tx.fetch(Kit.Album.self) }
      }
    }
  }

  @Test("Only the statements of one database count, on all its connections")
  func databases() async throws {
    let db = try Database.current
    let folder = try TemporaryFolder()
    let file = try Database(folder.file())
    try await file.create(Kit.Artist.self)
    try await expectStatements(atMost: 0) { _ = try await file.fetch(Kit.Artist.self) }
    try await expectStatements(atMost: 0, in: file) { _ = try await db.fetch(Kit.Artist.self) }
    try await withKnownIssue {
      try await expectStatements(atMost: 5, in: file) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for id in 1...3 {
            group.addTask { _ = try await file.find(Kit.Artist.self, id) }
            group.addTask { try await file.insert(Kit.Artist(id: id, name: "x")) }
          }
          try await group.waitForAll()
        }
      }
    } matching: {
      $0.description.contains("6 statements ran")
    }
  }

  @Test("Budgets can be nested, and end with their closures, even after errors")
  func ends() async throws {
    let db = try Database.current
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await expectStatements(atMost: 0) {
        _ = try await db.fetch(Kit.Artist.self)
        throw Stop()
      }
    }
    try await expectStatements(atMost: 3) {
      _ = try await db.fetch(Kit.Artist.self)
      try await expectStatements(atMost: 1) { _ = try await db.fetch(Kit.Artist.self) }
      _ = try await db.fetch(Kit.Artist.self)
    }
    _ = try await db.fetch(Kit.Artist.self)
  }

  @Test("The queries of observations count")
  func observations() async throws {
    let db = try Database.current
    let albums = Kit.Album.order { $0.id }
    func counts<Value>(
      _ expected: Int, _ observation: ValueObservation<Value>
    ) async throws {
      func first() async throws { for try await _ in observation { break } }
      try await expectStatements(atMost: expected, first)
      await withKnownIssue { try await expectStatements(atMost: expected - 1, first) }
    }
    try await counts(1, db.observe(albums))
    try await counts(1, db.observe(Kit.Album.self, 1))
    try await counts(1, db.observe(Int.self, sql: "SELECT count(*) FROM album"))
    try await counts(2, db.observe(Kit.Artist.select { ($0.name, $0.albums) }))
    try await counts(1, db.observe { try $0.count(Kit.Album.self) })
  }

  @Test("Hooks and warnings of the database stay in effect")
  func besideHooks() async throws {
    let events = Events()
    var configuration = Configuration()
    configuration.statementHooks = [events.hook()]
    configuration.warnings = QueryWarnings { _ in }
    let db = try Database.inMemory(configuration: configuration)
    try await db.create(Kit.Artist.self)
    _ = events.take()
    try await expectStatements(atMost: 1, in: db) { _ = try await db.fetch(Kit.Artist.self) }
    _ = try await db.fetch(Kit.Artist.self)
    #expect(events.take().count == 2)
  }
}
