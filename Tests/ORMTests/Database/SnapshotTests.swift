import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Snapshots", .timeLimit(.minutes(10)))
struct SnapshotTests {
  let two: TwoDatabases

  init() async throws {
    two = try await TwoDatabases.withAccount(readerCount: 1)
  }

  func database(isFile: Bool) async throws -> Database {
    if isFile { return two.db }
    let db = try Database.inMemory()
    try await db.create(Account.self)
    try await db.insert(Account(id: 1, balance: 1))
    return db
  }

  @Test("The reads of a snapshot see one state, regardless of writes", arguments: [true, false])
  func oneState(isFile: Bool) async throws {
    let db = try await database(isFile: isFile)
    let snapshot = try await db.snapshot()
    for id in 2...5 {
      try await db.insert(Account(id: id, balance: id))
      try await db.update(Account(id: 1, balance: id))
      let rows = try await snapshot.read { try $0.fetch(Account.self) }
      #expect(rows == [Account(id: 1, balance: 1)])
    }
    try await snapshot.close()
    #expect(try await db.count(Account.self) == 5)
  }

  @Test("A temporary database has snapshots, with the functions of the database")
  func temporary() async throws {
    let db = try Database.temporary()
    try await db.create(Account.self)
    try db.add(DatabaseFunction("twice") { (x: Int) in 2 * x })
    let snapshot = try await db.snapshot()
    try await db.insert(Account(id: 1, balance: 1))
    let sum = try await snapshot.read { db in
      try db.value(Int.self, sql: "SELECT twice(20 + count(*)) FROM account")
    }
    #expect(sum == 40)
  }

  @Test("A snapshot has the state of when it was taken, not of its first read")
  func whenTaken() async throws {
    let snapshot = try await two.db.snapshot()
    try await two.other.insert(Account(id: 2, balance: 2))
    #expect(try await snapshot.read { try $0.count(Account.self) } == 1)
  }

  @Test("A snapshot can't be written to, and its reads can't end it", arguments: [true, false])
  func readOnly(isFile: Bool) async throws {
    let db = try await database(isFile: isFile)
    let snapshot = try await db.snapshot()
    let error = await #expect(throws: DatabaseError.self) {
      try await snapshot.read { _ = try $0.insert(Account(id: 2, balance: 2)) }
    }
    #expect(error?.code == .readOnly)
    await #expect(throws: Stop()) { try await snapshot.read { _ in throw Stop() } }
    try await db.insert(Account(id: 2, balance: 2))
    #expect(try await snapshot.read { try $0.count(Account.self) } == 1)
    let ended = await #expect(throws: DatabaseError.self) {
      try await snapshot.read { _ = try $0.execute("ROLLBACK") }
    }
    #expect(ended?.code == .authorization)
    #expect(try await snapshot.read { try $0.count(Account.self) } == 1)
    try await snapshot.close()
    #expect(try await db.count(Account.self) == 2)
  }

  @Test("A snapshot returns its reader when it is closed or released", arguments: [true, false])
  func givesBack(closes: Bool) async throws {
    let db = two.db
    for _ in 0..<5 {
      var snapshot: Snapshot? = try await db.snapshot()
      let waiting = Task.detached {
        let next = try await db.snapshot()
        let count = try await next.read { try $0.count(Account.self) }
        try await next.close()
        return count
      }
      #expect(try await snapshot?.read { try $0.count(Account.self) } == 1)
      while db.readers?.line.waiting == 0 { await Task.yield() }
      if closes { try await snapshot?.close() }
      snapshot = nil
      #expect(try await waiting.value == 1)
    }
  }

  @Test("A closed snapshot refuses reads, and can be closed again", arguments: [true, false])
  func closed(isFile: Bool) async throws {
    let db = try await database(isFile: isFile)
    let snapshot = try await db.snapshot()
    try await snapshot.close()
    try await snapshot.close()
    let error = await #expect(throws: DatabaseError.self) {
      try await snapshot.read { try $0.count(Account.self) }
    }
    #expect(error?.extendedCode == .closed)
    #expect(try await db.count(Account.self) == 1)
  }

  @Test("Several tasks can read a snapshot concurrently, and one can be cancelled")
  func tasks() async throws {
    let snapshot = try await two.db.snapshot()
    try await two.db.insert(Account(id: 2, balance: 2))
    let reads = (0..<40).map { number in
      Task {
        if number % 4 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
        return try await snapshot.read { db in
          if number % 4 == 0 { _ = try db.execute(CancellationMatrixTests.longRead) }
          return try db.count(Account.self)
        }
      }
    }
    for (number, read) in reads.enumerated() {
      switch await read.result {
      case .success(let count): #expect(count == 1)
      case .failure(let error): #expect(error is CancellationError && number % 4 == 0)
      }
    }
    #expect(try await snapshot.read { try $0.count(Account.self) } == 1)
  }

  @Test("Closing a database waits until its snapshots are closed")
  func databaseCloses() async throws {
    let db = two.db
    let snapshot = try await db.snapshot()
    let closing = Task { try await db.close() }
    while db.readers?.line.closing == 0 { await Task.yield() }
    #expect(try await snapshot.read { try $0.count(Account.self) } == 1)
    try await snapshot.close()
    try await closing.value
  }
}
