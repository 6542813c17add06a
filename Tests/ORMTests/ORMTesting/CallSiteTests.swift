import Foundation
import ORM
import ORMTesting
import Synchronization
import Testing

@Suite("An error's call site", .database(Kit.Artist.self, Kit.Album.self, seed: Kit.seed))
struct CallSiteTests {
  static let duplicate = Kit.Artist(id: 1, name: "Sade")

  @Test("The call site of an async verb is its line, and is in the error's description")
  func asyncVerb() async throws {
    let db = try Database.current
    let error = try await failure(DatabaseError.self, #line + 1) {
      try await db.insert(Self.duplicate)
    }
    #if os(Linux)
      let site = try #require(error.callSite)
      #expect(
        error.description == """
          UNIQUE constraint failed: artist.id [SQLITE_CONSTRAINT_PRIMARYKEY], called at \(site) in: \
          \(try #require(error.sql))
          """)
    #endif
  }

  @Test("The call site of a verb in a transaction is the line of the verb")
  func syncVerb() async throws {
    let db = try Database.current
    try await failure(DatabaseError.self, #line + 3) {
      try await db.transaction { tx in
        try tx.deleteAll(Kit.Album.self)
        try tx.insert(Self.duplicate)
      }
    }
    try await failure(DatabaseError.self, #line + 4) {
      try await db.transaction { tx in
        try tx.deleteAll(Kit.Album.self)
        await Task.yield()
        try tx.insert(Self.duplicate)
      }
    }
  }

  @Test("The call site in a function of the program is the verb's line in the function")
  func ownFunction() async throws {
    let db = try Database.current
    try await failure(DatabaseError.self, Self.lineOfAdd) {
      try await db.transaction { tx in try Self.add(Self.duplicate, to: tx) }
    }
  }

  static let lineOfAdd = #line + 3

  static func add(_ artist: Kit.Artist, to connection: isolated Connection) throws {
    try connection.insert(artist)
    try connection.execute("SELECT 1")
  }

  @Test("The call site of raw SQL that does not compile is the line of the verb")
  func text() async throws {
    let db = try Database.current
    try await failure(DatabaseError.self, #line + 1) {
      try await db.execute("SELECT titel FROM album")
    }
    try await failure(DatabaseError.self, #line + 2) {
      try await db.read { db in
        _ = try db.fetch(Kit.Album.self, sql: "SELEKT 1")
      }
    }
  }

  @Test("The call site in a task or a task group is the line of the verb")
  func tasks() async throws {
    let db = try Database.current
    try await failure(DatabaseError.self, #line + 2) {
      try await Task {
        _ = try await db.insert(Self.duplicate)
      }.value
    }
    try await failure(DatabaseError.self, #line + 3) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await db.insert(Self.duplicate)
        }
        try await group.waitForAll()
      }
    }
    try await failure(DatabaseError.self, #line + 2) {
      try await Task.detached {
        _ = try await db.insert(Self.duplicate)
      }.value
    }
  }

  @Test("Errors of every kind have a call site")
  func kinds() async throws {
    let db = try Database.current
    try await failure(RowNotFoundError.self, #line + 1) {
      try await db.update(Kit.Artist(id: 7, name: "x"))
    }
    try await failure(MissingPrimaryKeyError.self, #line + 1) {
      try await db.delete(Kit.Album(title: "x", artistID: 1))
    }
    try await failure(MissingConditionError.self, #line + 1) {
      try await db.run(Kit.Album.all.delete())
    }
    try await failure(RowDecodingError.self, #line + 1) {
      _ = try await db.fetch(Int.self, sql: "SELECT 'x'")
    }
    try await failure(ValueEncodingError.self, #line + 1) {
      try await db.execute("SELECT \(Double.nan)")
    }
    let text: SQL = "SELECT \(Double.nan)"
    try await failure(ValueEncodingError.self, #line + 1) {
      try await db.execute(text)
    }
    try await failure(SchemaMismatchError.self, #line + 3) {
      try await db.transaction { tx in
        try tx.execute(script: "DROP TABLE album; CREATE TABLE album (id INTEGER PRIMARY KEY)")
        try tx.create(Kit.Album.self)
      }
    }
    try await failure(DeadlineError.self, #line + 2) {
      try await db.within(.zero) { db in
        _ = try await db.fetch(Kit.Album.self)
      }
    }
  }

  @Test("The call site of a connection timeout is the line that waited", .database(in: .file))
  func waiting() async throws {
    let path = try Database.current.path
    var configuration = Configuration()
    configuration.callSites = .stack
    configuration.connectionTimeout = .milliseconds(1)
    let db = try Database(path, configuration: configuration)
    try await db.transaction { tx in
      try await Task.detached {
        try await failure(ConnectionTimeoutError.self, #line + 1) {
          try await db.execute("CREATE TABLE t (a)")
        }
      }.value
    }
    try await db.close()
  }

  @Test("The call site in a stream or a snapshot is the line that reads", .database(in: .file))
  func kept() async throws {
    let db = try Database.current
    try await failure(DatabaseError.self, #line + 2) {
      var rows = db.stream(Int.self, sql: "SELECT json('[')").makeAsyncIterator()
      _ = try await rows.next()
    }
    let snapshot = try await db.snapshot()
    try await failure(DatabaseError.self, #line + 2) {
      try await snapshot.read { db in
        _ = try db.execute("SELEKT 1")
      }
    }
    try await snapshot.close()
  }

  @Test("The call site in a blocking closure is the line of the verb")
  func blocking() async throws {
    let db = try Database.current
    let error = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<any Error, any Error>) in
      Thread.detachNewThread {
        do {
          try db.blocking.transaction { tx in
            try tx.insert(Self.duplicate)
          }
          continuation.resume(throwing: Nothing())
        } catch {
          continuation.resume(returning: error)
        }
      }
    }
    expect(try #require(error as? DatabaseError).callSite, #line - 8)
  }

  private struct Nothing: Error {}

  /// Returns the error that `body` throws, and expects its call site to be this line.
  @discardableResult
  func failure<Failure: LocatedError>(
    _ type: Failure.Type, _ line: Int, _ body: () async throws -> Void
  ) async throws -> Failure {
    do {
      try await body()
    } catch {
      let failure = try #require(error as? Failure)
      expect(failure.callSite, line)
      #expect("\(failure)".contains(failure.callSite.map { ", called at \($0)" } ?? ""))
      return failure
    }
    throw Nothing()
  }

  func expect(_ site: String?, _ line: Int) {
    #if os(Linux)
      #expect(site?.split(separator: "/").last == "CallSiteTests.swift:\(line)")
    #endif
  }
}

/// An error that may have a call site.
protocol LocatedError: Error {
  var callSite: String? { get }
}

extension DatabaseError: LocatedError {}
extension RowNotFoundError: LocatedError {}
extension MissingPrimaryKeyError: LocatedError {}
extension MissingConditionError: LocatedError {}
extension RowDecodingError: LocatedError {}
extension ValueEncodingError: LocatedError {}
extension SchemaMismatchError: LocatedError {}
extension DeadlineError: LocatedError {}
extension ConnectionTimeoutError: LocatedError {}

@Suite("A custom finder of call sites")
struct CallSiteFinderTests {
  /// Counts the calls that record a place, and those that describe one.
  final class Asked: Sendable {
    let noted = Mutex(0)
    let said = Mutex(0)

    var configuration: Configuration {
      var configuration = Configuration()
      configuration.callSites = CallSiteFinder {
        let place = self.noted.withLock { count in
          count += 1
          return count
        }
        return {
          self.said.withLock { $0 += 1 }
          return "place \(place)"
        }
      }
      return configuration
    }
  }

  @Test("A finder is called only when an error is created, and its text is made when it is read")
  func isAsked() async throws {
    let asked = Asked()
    let db = try Database.inMemory(configuration: asked.configuration)
    try await db.create(Kit.Artist.self, Kit.Album.self)
    try await Kit.seed(db)
    try await db.transaction { tx in
      try tx.update(Kit.Artist(id: 1, name: "Sade Adu"))
      #expect(try tx.find(Kit.Artist.self, 2) == nil)
    }
    for try await album in db.stream(Kit.Album.all) { #expect(album.artistID == 1) }
    #expect(asked.noted.withLock { $0 } == 0)
    let error: DatabaseError?
    do {
      try await db.insert(CallSiteTests.duplicate)
      error = nil
    } catch let failure as DatabaseError {
      error = failure
    }
    #expect(asked.noted.withLock { $0 } == 1)
    #expect(asked.said.withLock { $0 } == 0)
    #expect(error?.callSite == "place 1")
    #expect(error?.description.contains(", called at place 1 in: INSERT") == true)
    #expect(asked.said.withLock { $0 } == 1)
  }

  @Test("Without a finder, errors have no call site")
  func isNone() async throws {
    let db = try Database.inMemory()
    let error = await #expect(throws: DatabaseError.self) { try await db.execute("SELEKT 1") }
    #expect(error?.callSite == nil)
    #expect(error?.description.contains("called at") == false)
  }

  @Test("Errors that differ only in their call site are equal")
  func isNoPart() async throws {
    let asked = Asked()
    let db = try Database.inMemory(configuration: asked.configuration)
    let first = await #expect(throws: DatabaseError.self) { try await db.execute("SELEKT 1") }
    let second = await #expect(throws: DatabaseError.self) { try await db.execute("SELEKT 1") }
    #expect(first?.callSite == "place 1")
    #expect(second?.callSite == "place 2")
    #expect(first == second)
    #expect(Set([first, second]).count == 1)
  }

  @Test("An error of opening a database has a call site")
  func opening() throws {
    let path = "/nowhere/music.sqlite"
    let error = #expect(throws: DatabaseError.self) {
      try Database(path, configuration: Asked().configuration)
    }
    #expect(error?.callSite?.hasPrefix("place ") == true)
  }
}
