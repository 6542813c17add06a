import Foundation
import ORM
import ORMTesting
import Synchronization
import Testing

@Suite("The trait of a database", .database(Kit.Artist.self, Kit.Album.self, seed: Kit.seed))
struct DatabaseTraitTests {
  static let title = "Promise"

  @Test("each argument has the rows of the seed, and nothing that another wrote", arguments: 1...20)
  func isItsOwn(number: Int) async throws {
    let db = try Database.current
    #expect(try await db.count(Kit.Album.self) == 2)
    try await db.insert(Kit.Album(id: 3, title: "\(number)", artistID: 1))
    await Task.yield()
    #expect(try await db.fetch(Kit.Album.self).map(\.title).last == "\(number)")
    #expect(db.path == ":memory:")
  }

  @Test("it is a database as any other: with keys enforced, and transactions that roll back")
  func isWhole() async throws {
    let db = try Database.current
    await #expect(throws: DatabaseError.self) {
      try await db.insert(Kit.Album(title: "x", artistID: 7))
    }
    await #expect(throws: Stop()) {
      try await db.transaction { tx in
        try tx.deleteAll(Kit.Album.self)
        throw Stop()
      }
    }
    #expect(try await db.count(Kit.Album.self) == 2)
    try await db.execute(script: "CREATE TABLE large AS SELECT randomblob(5000000) AS bytes")
    #expect(try await db.checkIntegrity().isEmpty)
  }

  @Test("a test's trait stands in for its suite's", .database())
  func ofTest() async throws {
    let count = try await Database.current.value(
      Int.self, sql: "SELECT count(*) FROM sqlite_schema")
    #expect(count == 0)
  }

  @Test("the tasks in a test have its database")
  func tasks() async throws {
    let db = try Database.current
    async let other = Database.current
    #expect(try await other === db)
    #expect(try await Task { try Database.current === db }.value)
    await Task.detached {
      _ = #expect(throws: MissingDatabaseError.self) { try Database.current }
    }.value
  }

  @Test(
    "in a file, others read while one writes, and the file is gone afterwards",
    .database(Kit.Artist.self, Kit.Album.self, in: .file, seed: Kit.seed), arguments: 1...3)
  func inFile(number: Int) async throws {
    let db = try Database.current
    #expect(try await db.value(String.self, sql: "PRAGMA journal_mode") == "wal")
    var albums = db.stream(Kit.Album.order { $0.id }).makeAsyncIterator()
    #expect(try await albums.next()?.title == "Diamond Life")
    try await db.deleteAll(Kit.Album.self)
    #expect(try await albums.next()?.title == "Promise")
    #expect(FileManager.default.fileExists(atPath: db.path))
    let before = Self.paths.withLock { paths in
      defer { paths.append(db.path) }
      return paths
    }
    #expect(!before.contains(db.path))
  }

  static let paths = Mutex<[String]>([])

  @Suite("in a suite within it")
  struct Inner {
    @Test("the outer suite's is there, too")
    func outer() async throws {
      #expect(try await Database.current.count(Kit.Artist.self) == 1)
    }
  }
}

@Suite("A database's seed")
struct SeedTests {
  static let count = Mutex(0)

  @Suite("is made", .database { _ in SeedTests.count.withLock { $0 += 1 } })
  struct Once {
    @Test("once, however many tests there are", arguments: 1...10)
    func once(number: Int) throws {
      _ = try Database.current
      #expect(SeedTests.count.withLock { $0 } == 1)
    }
  }

  @Test("without the trait there is no database, and what is missing is said")
  func missing() {
    let error = #expect(throws: MissingDatabaseError.self) { try Database.current }
    #expect(error?.description.contains("the trait .database(…)") == true)
  }
}
