import Foundation
import ORM
import Synchronization
import Testing

/// The code of the guide to transactions, deadlines and closing.
enum TransactionsSamples {
  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    var price: Int
    var isUploaded = false
  }

  static func run(_ db: Database) async throws {
    try await db.create(Album.self)
    try await transactions(db, limit: 100)
    try await waiting(db)
    try await using(db)
    try await states(db)
    try await deadlines(db)
    try await OwnThread.run { try blocking(db) }
    #expect(try await db.count(Album.self) == 3)
    try await db.close()
    await #expect(throws: DatabaseError.self) { try await db.count(Album.self) }
  }

  /// What was announced.
  private final class Announced: Sendable {
    private let list = Mutex<[String]>([])
    var titles: [String] { list.withLock { $0 } }
    func add(_ title: String) { list.withLock { $0.append(title) } }
  }

  private static func upload(_ album: Album) async throws { await Task.yield() }

  static func transactions(_ db: Database, limit: Int) async throws {
    try await db.transaction { tx in
      try tx.insert(Album(title: "Diamond Life", price: 12))
      try tx.transaction {
        // SAVEPOINT …
        try tx.insert(Album(title: "a bonus track", price: 1))
        tx.rollback()
        // ROLLBACK TO …
      }
    }
    #expect(try await db.count(Album.self) == 1)

    let total = try await db.transaction { tx in
      // BEGIN IMMEDIATE
      try tx.execute("UPDATE album SET price = price * 2")
      let total = try tx.value(Int.self, sql: "SELECT sum(price) FROM album")
      return total > limit ? tx.rollback(returning: total) : total
      // COMMIT
    }
    #expect(total == 24)

    let announced = Announced()
    let announce: @Sendable (Album) -> Void = { announced.add($0.title) }
    try await db.transaction { tx in
      let album = try tx.insert(Album(title: "Love Deluxe", price: 14))
      tx.afterCommit { announce(album) }
    }
    #expect(announced.titles == ["Love Deluxe"])
    #expect(try await db.delete(Album.where { $0.title == "Love Deluxe" }) == 1)

    let count = try await db.transaction(kind: .deferred) { tx in
      // BEGIN DEFERRED
      try tx.count(Album.self)
    }
    #expect(count == 1)
  }

  static func using(_ db: Database) async throws {
    let counts = Counts()
    let report: @Sendable (Int) async throws -> Void = { counts.add($0) }
    try await db.transaction { tx in
      try tx.insert(Album(title: "Soldier of Love", price: 13))
      let count = try tx.count(Album.self)  // and not db.count
      try await report(count)
    }
    #expect(try await db.count(Album.self) == counts.last)
    #expect(try await db.delete(Album.where { $0.title == "Soldier of Love" }) == 1)
  }

  /// The numbers that were reported.
  private final class Counts: Sendable {
    private let list = Mutex<[Int]>([])
    var last: Int? { list.withLock(\.last) }
    func add(_ count: Int) { list.withLock { $0.append(count) } }
  }

  static func waiting(_ db: Database) async throws {
    try await db.transaction { tx in
      let album = try tx.insert(Album(title: "Promise", price: 12))
      try await upload(album)
      try tx.execute("UPDATE album SET isUploaded = 1 WHERE id = \(album.id)")
    }
    #expect(try await db.fetch(Album.where { $0.isUploaded }).map(\.title) == ["Promise"])
  }

  static func states(_ db: Database) async throws {
    let snapshot = try await db.snapshot()
    for album in try await snapshot.read({ try $0.fetch(Album.self) }) { try await upload(album) }
    let count = try await snapshot.read { try $0.count(Album.self) }
    try await snapshot.close()
    #expect(count == 2)
  }

  static func blocking(_ db: Database) throws {
    try db.blocking.transaction { tx in
      // BEGIN IMMEDIATE
      try tx.execute("UPDATE album SET title = trim(title)")
    }
    let albums = try db.blocking.read { try $0.fetch(Album.self) }
    // SELECT "id", "title", "price", "isUploaded" FROM "album"
    #expect(albums.count == 3)
  }

  static func deadlines(_ db: Database) async throws {
    let found = try await db.within(.seconds(60)) { db in
      try await db.fetch(Album.where { $0.title.like("%love%") })
    }
    #expect(found.isEmpty)

    do {
      try await db.insert(Album(title: "Stronger Than Pride", price: 12))
    } catch let error as DatabaseError where error.code == .busy {
      print(error.waited ?? .zero, error.path ?? "", error.sql ?? "")
    }
  }
}
