import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("The life of observers", .timeLimit(.minutes(10)))
struct ObserverLifeTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases()
    try await two.db.create(Band.self, Record.self)
    try await two.db.insert(Band(id: 1, name: "Sade"))
  }

  /// Waits until there are no observers, and the hooks are removed.
  func expectNoObservers() async {
    while await db.writer.observerCount > 0 { await Task.yield() }
  }

  @Test("Commits of another Database and of a plain SQLite connection are observed")
  func others() async throws {
    var names = db.observe(Band.select { $0.name }.order { $0.id }).makeAsyncIterator()
    #expect(try await names.next() == ["Sade"])
    for number in 2...4 {
      try await two.other.insert(Band(id: number, name: "\(number)"))
      #expect(try await names.next()?.count == number)
    }
    let foreign = try HeldLock(path: two.folder.file(), sql: "UPDATE band SET name = 'x' || id")
    try foreign.end("COMMIT")
    #expect(try await names.next() == ["x1", "x2", "x3", "x4"])
    let schema = try HeldLock(
      path: two.folder.file(),
      sql: "ALTER TABLE band ADD COLUMN city TEXT; DELETE FROM band WHERE id > 1")
    try schema.end("COMMIT")
    #expect(try await names.next() == ["x1"])
    try await db.execute("UPDATE band SET name = 'y'")
    #expect(try await names.next() == ["y"])
  }

  @Test("An observer's first value is read during a write, and its next one after the commit")
  func firstWhileWriting() async throws {
    let (isWriting, started) = AsyncStream.makeStream(of: Void.self)
    let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
    let db = db
    let writing = Task {
      try await db.transaction { tx in
        try tx.insert(Band(id: 2, name: "Can"))
        started.yield()
        for await _ in mayEnd { break }
      }
    }
    for await _ in isWriting { break }
    var count = db.observe { try $0.count(Band.self) }.makeAsyncIterator()
    #expect(try await count.next() == 1)
    end.yield()
    #expect(try await count.next() == 2)
    try await writing.value
  }

  /// A task that observes, has received two values, and waits for the next one.
  private func observing() async throws -> Task<Void, any Error> {
    let db = db
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      for try await rows in db.observe(Band.all) { continuation.yield(rows.count) }
    }
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    try await db.insert(Band(id: 2, name: "Can"))
    #expect(await iterator.next() == 2)
    return task
  }

  @Test("Cancellation ends a waiting observer, and removes it")
  func cancelled() async throws {
    let task = try await observing()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await expectNoObservers()
  }

  @Test("Leaving a loop removes its observer, and other observers go on")
  func left() async throws {
    var names = db.observe(Band.select { $0.name }).makeAsyncIterator()
    #expect(try await names.next() == ["Sade"])
    try await db.insert(Band(id: 2, name: "Can"))
    #expect(try await names.next()?.count == 2)
    for try await count in db.observe({ try $0.count(Band.self) }) {
      if count == 3 { break }
      try await db.insert(Band(id: 3, name: "Neu!"))
    }
    while await db.writer.observerCount > 1 { await Task.yield() }
    try await db.insert(Band(id: 4, name: "Faust"))
    #expect(try await names.next()?.count == 4)
    names = db.observe(Band.select { $0.name }).makeAsyncIterator()
    await expectNoObservers()
  }

  @Test("A read-only database observes the commits of other connections")
  func readOnly() async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.isReadOnly = true
    let reading = try Database(two.folder.file(), configuration: configuration)
    var names = reading.observe(Band.select { $0.name }).makeAsyncIterator()
    #expect(try await names.next() == ["Sade"])
    try await db.execute("UPDATE band SET name = 'Can'")
    #expect(try await names.next() == ["Can"])
    try await db.execute("UPDATE band SET name = 'Neu!'")
    #expect(try await names.next() == ["Neu!"])
  }

  @Test("Closing the database ends its observers, and later ones throw")
  func closed() async throws {
    let task = try await observing()
    var slow = db.observe(Band.all).makeAsyncIterator()
    #expect(try await slow.next()?.count == 2)
    try await db.close()
    try await task.value
    #expect(try await slow.next() == nil)
    var late = db.observe(Band.all).makeAsyncIterator()
    do {
      _ = try await late.next()
      Issue.record("it is closed")
    } catch let error as DatabaseError {
      #expect(error.extendedCode == .closed)
    }
  }

  @Test("An observation can be iterated by many tasks at once")
  func many() async throws {
    let db = db
    let observation = db.observe(Band.select { $0.id })
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          for try await ids in observation where ids.count == 20 { return ids.count }
          return 0
        }
      }
      for number in 2...20 { try await db.insert(Band(id: number, name: "\(number)")) }
      for try await count in group { #expect(count == 20) }
    }
    await expectNoObservers()
  }
}

extension Connection {
  /// The number of observers. The hooks are installed only for them.
  fileprivate var observerCount: Int {
    let count = subscriptions?.count ?? 0
    #expect(hooks.isInstalled == (count > 0))
    return count
  }
}
