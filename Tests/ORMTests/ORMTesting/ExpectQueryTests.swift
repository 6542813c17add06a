import ORM
import ORMTesting
import Synchronization
import Testing

@Suite("expectQuery", .database(Kit.Artist.self, Kit.Album.self, seed: Kit.seed))
struct ExpectQueryTests {
  static let sql = """
    SELECT "id", "title", "artistID" FROM "album" WHERE "title" = $1
    """

  @Test("expectQuery passes for rows, values and tuples that are equal")
  func holds() async throws {
    let promise = Kit.Album.where { $0.title == "Promise" }
    let album = Kit.Album(id: 2, title: "Promise", artistID: 1)
    try await expectQuery(promise, sql: Self.sql, arguments: ["Promise"], rows: [album])
    try await expectQuery(promise, sql: Self.sql, rows: [album])
    let ids = promise.select { $0.id }
    let sql = #"SELECT "id" FROM "album" WHERE "title" = $1"#
    try await expectQuery(ids, sql: sql, rows: [2])
    let pairs = Kit.Album.order { $0.id.desc() }.select { ($0.id, $0.title) }
    try await expectQuery(
      pairs, sql: #"SELECT "id", "title" FROM "album" ORDER BY "id" DESC"#,
      rows: [(2, "Promise"), (1, "Diamond Life")])
    let triples = promise.select { ($0.id, $0.title, $0.artistID) }
    try await expectQuery(triples, sql: Self.sql, rows: [(2, "Promise", 1)])
  }

  @Test("expectQuery can run on another database")
  func elsewhere() async throws {
    let empty = try Database.inMemory()
    try await empty.create(Kit.Artist.self)
    let artists = Kit.Artist.all
    try await expectQuery(artists, in: empty, sql: #"SELECT "id", "name" FROM "artist""#, rows: [])
  }

  /// Returns the lines of the issues that `body` records, relative to the line of the call.
  func issues(
    _ line: Int = #line, _ body: () async throws -> Void
  ) async throws -> [Int] {
    let lines = Mutex<[Int]>([])
    try await withKnownIssue {
      try await body()
    } matching: { issue in
      guard let location = issue.sourceLocation else { return false }
      lines.withLock { $0.append(location.line - line) }
      return location.fileID.hasSuffix("/ExpectQueryTests.swift")
    }
    return lines.withLock { $0 }
  }

  @Test("expectQuery reports differing SQL, arguments and rows on the caller's line")
  func finds() async throws {
    let query = Kit.Album.where { $0.title == "Promise" }
    let album = Kit.Album(id: 2, title: "Promise", artistID: 1)
    let text = try await issues {
      try await expectQuery(query, sql: "SELECT", rows: [album])
    }
    #expect(text == [1])
    let arguments = try await issues {
      try await expectQuery(query, sql: Self.sql, arguments: ["Diamond Life"], rows: [album])
    }
    #expect(arguments == [1])
    let rows = try await issues {
      try await expectQuery(query, sql: Self.sql, arguments: ["Promise"], rows: [])
    }
    #expect(rows == [1])
    let all = try await issues {
      try await expectQuery(query, sql: "SELECT", arguments: [], rows: [])
    }
    #expect(all == [1, 1, 1])
    let pairs = query.select { ($0.id, $0.title) }
    let sql = #"SELECT "id", "title" FROM "album" WHERE "title" = $1"#
    for row: (Int?, String) in [(3, "Promise"), (2, "promise")] {
      let tuples = try await issues { try await expectQuery(pairs, sql: sql, rows: [row]) }
      #expect(tuples == [0])
    }
    let fewer = try await issues { try await expectQuery(pairs, sql: sql, rows: []) }
    #expect(fewer == [0])
  }

  @Test("expectStatement compares the SQL and arguments of a write without running it")
  func statement() async throws {
    let write = Kit.Album.where { $0.id == 1 }.update { $0.title = "x" }
    let statement = try write.statement()
    let sql = #"UPDATE "album" SET "title" = $1 WHERE "id" IS $2"#
    expectStatement(statement, sql: sql, arguments: ["x", 1])
    let text = try await issues {
      expectStatement(statement, sql: "UPDATE", arguments: ["x", 1])
    }
    #expect(text == [1])
    let arguments = try await issues { expectStatement(statement, sql: sql, arguments: [1, "x"]) }
    #expect(arguments == [0])
  }
}
