import Foundation
import ORM
import ORMTesting
import Synchronization
import Testing

@Suite("The .database trait", .database(Kit.Artist.self, Kit.Album.self, seed: Kit.seed))
struct DatabaseTraitTests {
  static let title = "Promise"

  @Test("Each argument has its own database, with the rows of the seed", arguments: 1...20)
  func isItsOwn(number: Int) async throws {
    let db = try Database.current
    #expect(try await db.count(Kit.Album.self) == 2)
    try await db.insert(Kit.Album(id: 3, title: "\(number)", artistID: 1))
    await Task.yield()
    #expect(try await db.fetch(Kit.Album.self).map(\.title).last == "\(number)")
    #expect(db.path == ":memory:")
  }

  @Test("A test's database enforces foreign keys, and its transactions roll back")
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

  @Test("A test's trait replaces the trait of its suite", .database())
  func ofTest() async throws {
    let count = try await Database.current.value(
      Int.self, sql: "SELECT count(*) FROM sqlite_schema")
    #expect(count == 0)
  }

  @Test("Child tasks of a test have its database; detached tasks do not")
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
    "A database in a file is separate for each test, and is read while it is written",
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

  @Suite("A suite inside a suite with a database")
  struct Inner {
    @Test("An inner suite has the database of the outer suite")
    func outer() async throws {
      #expect(try await Database.current.count(Kit.Artist.self) == 1)
    }
  }
}

@Suite("The seed of a database")
struct SeedTests {
  static let count = Mutex(0)

  @Suite("A seed that counts its calls", .database { _ in SeedTests.count.withLock { $0 += 1 } })
  struct Once {
    @Test("A seed runs once for all arguments of a test", arguments: 1...10)
    func once(number: Int) throws {
      _ = try Database.current
      #expect(SeedTests.count.withLock { $0 } == 1)
    }
  }

  @Test("Without the trait, Database.current throws an error that names it")
  func missing() {
    let error = #expect(throws: MissingDatabaseError.self) { try Database.current }
    #expect(error?.description.contains("the trait .database(…)") == true)
  }
}
