import ORM
import ORMTesting
import Synchronization
import Testing

@testable import ORMCore

@Suite("Query warnings")
struct QueryWarningTests {
  /// A database whose warnings are collected.
  final class Warned: Sendable {
    private let warnings = Mutex<[QueryWarning]>([])

    func take() -> [QueryWarning.Kind] {
      warnings.withLock { warnings in
        defer { warnings = [] }
        return warnings.map(\.kind)
      }
    }

    func database(
      _ change: (inout QueryWarnings) -> Void = { _ in }
    ) async throws -> Database {
      var configuration = Configuration()
      var queries = QueryWarnings { warning in self.warnings.withLock { $0.append(warning) } }
      change(&queries)
      configuration.warnings = queries
      let db = try Database.inMemory(configuration: configuration)
      try await db.execute(script: "\(raw: QueryWarningTests.schema)")
      return db
    }
  }

  static let schema = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist);
    CREATE TABLE track (album INTEGER REFERENCES album, number INTEGER, note TEXT);
    CREATE INDEX track_album ON track (album, number);
    INSERT INTO artist VALUES (1, 'Sade');
    """

  let warned = Warned()
  static let missing = QueryWarning.Kind.missingIndex(table: "album", columns: ["artist"])

  @Test(
    "A foreign key without an index causes one warning, before the first statement"
  )
  func missingIndex() async throws {
    let db = try await warned.database()
    #expect(warned.take() == [Self.missing])
    _ = try await db.value(Int.self, sql: "SELECT count(*) FROM album")
    #expect(warned.take().isEmpty)
    try await db.execute("CREATE INDEX album_artist ON album (artist)")
    _ = try await db.value(Int.self, sql: "SELECT count(*) FROM album")
    #expect(warned.take().isEmpty)
    try await db.execute("DROP INDEX track_album")
    _ = try await db.value(Int.self, sql: "SELECT count(*) FROM album")
    #expect(warned.take() == [.missingIndex(table: "track", columns: ["album"])])
  }

  @Test(
    "A condition that scans a table causes one warning",
    arguments: [
      ("SELECT * FROM album WHERE title = 'x'", ["album"]),
      ("DELETE FROM album WHERE title = 'x'", ["album"]),
      ("UPDATE album SET title = 'y' WHERE title = 'x'", ["album"]),
      ("SELECT * FROM album AS a WHERE a.title = 'x'", ["a"]),
      (
        "SELECT * FROM artist JOIN album ON album.artist = artist.id WHERE artist.name = 'x'",
        ["album"]
      ),
      ("SELECT * FROM artist, album", ["album"]),
      ("SELECT * FROM artist WHERE id IN (SELECT artist FROM album WHERE title = 'x')", ["album"]),
      ("SELECT * FROM track WHERE note = 'x' ORDER BY album, number", ["track"]),
      ("-- albums\n/* by title */ SELECT * FROM album WHERE title = 'x'", ["album"]),
    ])
  func scans(sql: String, tables: [String]) async throws {
    let db = try await warned.database { $0.findsMissingIndexes = false }
    _ = warned.take()
    _ = try await db.execute("\(raw: sql)")
    #expect(warned.take() == tables.map { .scan(table: $0) })
    _ = try await db.execute("\(raw: sql)")
    #expect(warned.take().isEmpty)
  }

  @Test(
    "A statement that uses an index, or needs all rows, causes no warning",
    arguments: [
      "SELECT * FROM album", "SELECT count(*) FROM album", "SELECT * FROM album ORDER BY title",
      "SELECT * FROM album WHERE id = 1", "SELECT * FROM artist WHERE name = 'x'",
      "SELECT * FROM album JOIN artist ON album.artist = artist.id", "SELECT 1 WHERE 2 > 1",
      "SELECT value FROM json_each('[1]') WHERE value > 1", "INSERT INTO artist VALUES (3, 'y')",
      "SELECT * FROM track WHERE album = 1 ORDER BY number", "DELETE FROM track WHERE album = 2",
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
      "SELECT * FROM (SELECT id, count(*) AS n FROM album GROUP BY id) WHERE n > 1",
      "SELECT title, (SELECT count(*) FROM track WHERE track.album = album.id) FROM album",
      "PRAGMA user_version", "CREATE TABLE other AS SELECT * FROM album WHERE title = 'x'",
    ])
  func noScan(sql: String) async throws {
    let db = try await warned.database { $0.findsMissingIndexes = false }
    _ = warned.take()
    _ = try await db.execute("\(raw: sql)")
    #expect(warned.take() == [])
  }

  @Test(
    "An insert causes no warning for a scan that only a deferred violation would run",
    arguments: [
      ("INSERT INTO artist VALUES (3, 'y'), (4, 'z')", []),
      ("INSERT INTO artist VALUES (3, 'y') ON CONFLICT (id) DO UPDATE SET name = 'z' WHERE 1", []),
      ("INSERT INTO artist SELECT max(id) + 9, 'z' FROM artist WHERE id > 0", []),
      ("REPLACE INTO artist VALUES (1, 'y')", ["album"]),
      ("INSERT OR REPLACE INTO artist VALUES (1, 'y')", ["album"]),
      ("INSERT INTO artist VALUES (1, 'y') ON CONFLICT (id) DO UPDATE SET id = 9", ["album"]),
      ("INSERT INTO artist SELECT id + 9, title FROM album WHERE title = 'x'", ["album"]),
    ])
  func deferredViolations(sql: String, tables: [String]) async throws {
    let db = try await warned.database { $0.findsMissingIndexes = false }
    try await db.execute(
      "CREATE TABLE single (artist INTEGER REFERENCES artist DEFERRABLE INITIALLY DEFERRED)")
    _ = warned.take()
    _ = try await db.execute("\(raw: sql)")
    let found = Set(
      warned.take().compactMap { if case .scan(let table) = $0 { table } else { nil } })
    #expect(found.isSuperset(of: tables) && found.isEmpty == tables.isEmpty, "\(found)")
  }

  @Test("A query that a task repeats within a second causes one warning")
  func repetition() async throws {
    #expect(try await warningsOfTask(queriesApart: .milliseconds(999)) == [.repeated(4)])
    #expect(try await warningsOfTask(queriesApart: .milliseconds(1000)) == [])
  }

  private func warningsOfTask(queriesApart: Duration) async throws -> [QueryWarning.Kind] {
    let time = Mutex(ContinuousClock.now)
    let db = try await warned.database {
      $0.repetitionLimit = 3
      $0.repetitions = TaskRepetitions(
        now: {
          time.withLock {
            $0 += queriesApart
            return $0
          }
        })
    }
    _ = warned.take()
    let task = Task {
      for id in 1...9 {
        _ = try await db.fetch(String.self, sql: "SELECT name FROM artist WHERE id = \(id)")
        _ = try await db.value(Int.self, sql: "SELECT count(*) FROM artist")
        try await db.execute("UPDATE artist SET name = 'x' WHERE id = \(id)")
      }
    }
    try await task.value
    return warned.take()
  }

  @Test("A query that the library runs to read a row back causes no warning")
  func ownQueries() async throws {
    let db = try await warned.database()
    _ = warned.take()
    try await db.create(Label.self)
    try await db.execute(
      """
      CREATE TRIGGER moved AFTER INSERT ON label
      BEGIN UPDATE label SET city = 'x' WHERE name = new.name; END
      """)
    try await QueryWarnings.scope {
      for number in 1...20 { try await db.insert(Label(name: "\(number)")) }
    }
    #expect(warned.take() == [Self.missing])
  }

  @Test("Repeated queries are counted for each task and each scope separately")
  func scopes() async throws {
    let db = try await warned.database { $0.repetitionLimit = 3 }
    _ = warned.take()
    func run() async throws {
      for id in 1...2 {
        _ = try await db.fetch(String.self, sql: "SELECT name FROM artist WHERE id = \(id)")
      }
    }
    for _ in 1...5 { try await QueryWarnings.scope { try await run() } }
    #expect(warned.take() == [])
    try await QueryWarnings.scope {
      try await run()
      try await Task { try await run() }.value
    }
    #expect(warned.take() == [.repeated(4)])
  }

  @Test("Warnings that are switched off, or about an ignored table, are not reported")
  func switches() async throws {
    let db = try await warned.database {
      $0.ignoredTables = ["album"]
      $0.repetitionLimit = nil
    }
    try await QueryWarnings.scope {
      for _ in 1...20 { try await db.execute("DELETE FROM album WHERE title = \("x")") }
    }
    #expect(warned.take() == [])
    try await db.execute("DELETE FROM track WHERE note = 'x'")
    #expect(warned.take() == [.scan(table: "track")])
    let silent = try await warned.database {
      $0.findsScans = false
      $0.findsMissingIndexes = false
    }
    try await silent.execute("DELETE FROM track WHERE note = 'x'")
    #expect(warned.take() == [])
  }

  @Test("A thrown warning keeps the statement from running, each time")
  func throwing() async throws {
    var configuration = Configuration()
    configuration.warnings = .throwing
    let db = try Database.inMemory(configuration: configuration)
    try await db.execute("CREATE TABLE album (title TEXT)")
    try await db.execute("INSERT INTO album VALUES ('x')")
    for _ in 1...2 {
      let warning = await #expect(throws: QueryWarning.self) {
        try await db.execute("DELETE FROM album WHERE title = \("x")")
      }
      #expect(warning?.kind == .scan(table: "album"))
      #expect(
        warning?.description == """
          album is scanned in full: no index can be used for the condition; add @Column(index: true) \
          to "title" of "album", at an unknown place, in: \
          DELETE FROM album WHERE title = $1
          """)
    }
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM album") == 1)
  }

  @Test(
    "The .database trait finds the calling line, even in a transaction",
    .database(Kit.Artist.self, warnings: .throwing))
  func findsCallSite() async throws {
    let db = try Database.current
    let query = Kit.Artist.where { $0.name == "Sade" }
    let line = #line
    let first = await callSite { _ = try await db.fetch(query) }
    let second = await callSite {
      try await db.transaction { tx in
        _ = try tx.fetch(query)
      }
    }
    #if os(Linux)
      let file = "/QueryWarningTests.swift"
      let firstLine = "\(file):\(line + 1)"
      let secondLine = "\(file):\(line + 4)"
      #expect(first?.hasSuffix(firstLine) == true)
      #expect(second?.hasSuffix(secondLine) == true)
    #endif
  }

  @Test(
    "The calling line is found while other databases are opened and closed",
    .database(Kit.Artist.self, warnings: .throwing))
  func findsCallSiteBesideOthers() async throws {
    let db = try Database.current
    let query = Kit.Artist.where { $0.name == "Sade" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let folder = try TemporaryFolder()
          while !Task.isCancelled {
            let other = try Database(folder.file())
            try await other.execute("SELECT 1")
            try await other.close()
          }
        }
      }
      for _ in 0..<4 {
        let site = await callSite { _ = try await db.fetch(query) }
        #if os(Linux)
          #expect(site?.contains("/QueryWarningTests.swift:") == true)
        #endif
      }
      group.cancelAll()
      do { try await group.waitForAll() } catch is CancellationError {}
    }
  }

  /// The call site of the warning that `body` throws.
  func callSite(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch { return (error as? QueryWarning)?.callSite }
    return nil
  }
}
