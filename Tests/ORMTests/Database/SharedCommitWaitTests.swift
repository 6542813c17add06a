import ORM
import Synchronization
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Waits of group commits", .timeLimit(.minutes(10)))
struct SharedCommitWaitTests {
  let line: TasksInLine
  var two: TwoDatabases { line.two }
  var db: Database { two.db }

  init() async throws { line = try await TasksInLine() }

  @Test("A task cancelled while it waits for a group commit writes no row", arguments: [0, 1, 3])
  func cancelled(place: Int) async throws {
    let (results, commits) = try await line.run(
      (0..<4).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")).name } },
      atTheLine: { tasks in
        tasks[place].cancel()
        while db.writers.line.waiting == 4 { await Task.yield() }
      })
    #expect(commits == 1)
    #expect(throws: CancellationError.self) { try results[place].get() }
    #expect(try await line.names() == (0..<4).filter { $0 != place }.map(String.init))
  }

  @Test("A wait for a group commit ends at the task's own deadline", arguments: [0, 2])
  func deadlines(place: Int) async throws {
    let (results, commits) = try await line.run(
      (0..<4).map { number in
        { db in
          try await db.within(number == place ? .milliseconds(20) : .seconds(600)) { db in
            try await db.insert(Guest.Draft(name: "\(number)")).name
          }
        }
      },
      atTheLine: { _ in while db.writers.line.waiting > 3 { await Task.yield() } })
    #expect(commits == 1)
    #expect(throws: DeadlineError.self) { try results[place].get() }
    #expect(try await line.names() == (0..<4).filter { $0 != place }.map(String.init))
  }

  @Test("A wait for a group commit ends at the connection timeout")
  func timeout() async throws {
    var configuration = Configuration()
    configuration.connectionTimeout = .milliseconds(20)
    let db = try Database(two.folder.file(), configuration: configuration)
    let (results, commits) = try await line.run(
      on: db,
      (0..<3).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")) } },
      atTheLine: { _ in while db.writers.line.waiting > 0 { await Task.yield() } })
    #expect(commits == 0)
    for result in results {
      #expect(throws: ConnectionTimeoutError.self) { try result.get() }
    }
    #expect(try await line.names() == [])
  }

  @Test("A group commit does not move a row past a transaction of another task")
  func order() async throws {
    let count: @Sendable (Database) async throws -> Int = { db in
      try await db.transaction { try $0.count(Guest.self) }
    }
    let insert: @Sendable (Database) async throws -> Int = { db in
      try await db.insert(Guest.Draft(name: "\(UInt64.random(in: 0 ... .max))")).id
    }
    let (results, commits) = try await line.run([insert, insert, count, insert, insert, count])
    #expect(try results.map { try $0.get() } == [1, 2, 2, 3, 4, 4])
    #expect(commits == 4)
  }

  @Test("A group commit waits for a lock of another connection before it begins")
  func lockBefore() async throws {
    let lock = Mutex<HeldLock?>(nil)
    let (results, commits) = try await line.run(
      (0..<5).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")).name } },
      atTheLine: { _ in
        let held = try HeldLock(path: two.folder.file())
        lock.withLock { $0 = held }
      },
      then: { _ in
        // The first task retries repeatedly.
        for _ in 0..<100 { await Task.yield() }
        try lock.withLock { try $0?.end("COMMIT") }
      })
    #expect(try results.map { try $0.get() } == ["0", "1", "2", "3", "4"])
    #expect(commits >= 1)
    #expect(try await line.names().count == 5)
  }

  @Test("A group commit waits for a lock that blocks its commit", arguments: [nil, 0, 1, 4])
  func lockBehind(cancelled: Int?) async throws {
    let (folder, db) = try await withoutLog(busyTimeout: .seconds(600))
    let lock = try HeldLock(path: folder.file(), begin: "BEGIN; SELECT * FROM guest")
    let (results, _) = try await line.run(
      on: db,
      (0..<5).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")).name } },
      then: { tasks in
        while db.writers.line.waiting == 5 { await Task.yield() }
        // The cancelled task stops waiting although the lock is still held.
        if let cancelled {
          tasks[cancelled].cancel()
          _ = await tasks[cancelled].result
        }
        try lock.end("COMMIT")
      })
    for (number, result) in results.enumerated() {
      if number == cancelled {
        #expect(throws: CancellationError.self) { try result.get() }
      } else {
        #expect(try result.get() == "\(number)")
      }
    }
    #expect(
      try await line.names(in: db) == (0..<5).filter { $0 != cancelled }.map(String.init))
  }

  @Test("A task of a group commit stops waiting for a lock at its own deadline")
  func deadlineAtLock() async throws {
    let (folder, db) = try await withoutLog(busyTimeout: .seconds(600))
    let lock = try HeldLock(path: folder.file(), begin: "BEGIN; SELECT * FROM guest")
    let (results, _) = try await line.run(
      on: db,
      (0..<4).map { number in
        { db in
          try await db.within(number == 2 ? .milliseconds(50) : .seconds(600)) { db in
            try await db.insert(Guest.Draft(name: "\(number)")).name
          }
        }
      },
      then: { tasks in
        _ = await tasks[2].result
        try lock.end("COMMIT")
      })
    #expect(throws: DeadlineError.self) { try results[2].get() }
    #expect(try await line.names(in: db) == ["0", "1", "3"])
  }

  @Test("A group commit throws a busy error if a lock is not released in time")
  func lockForTooLong() async throws {
    let (folder, db) = try await withoutLog(busyTimeout: .zero)
    let lock = try HeldLock(path: folder.file(), begin: "BEGIN; SELECT * FROM guest")
    let (results, _) = try await line.run(
      on: db, (0..<5).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")) } })
    for result in results {
      let error = #expect(throws: DatabaseError.self) { try result.get() }
      #expect(error?.code == .busy)
    }
    try lock.end("COMMIT")
    #expect(try await line.names(in: db) == [])
    try await db.insert(Guest.Draft(name: "later"))
    #expect(try await line.names(in: db) == ["later"])
  }

  @Test("Rows that are written again come before later calls, and close waits for them")
  func orderOfUndone() async throws {
    try await line.refuse("c")
    let insert: @Sendable (String) -> @Sendable (Database) async throws -> [String] = { name in
      { db in [try await db.insert(Guest.Draft(name: name)).name] }
    }
    let names: @Sendable (Database) async throws -> [String] = { db in
      try await db.transaction { try $0.fetch(Guest.order { $0.id }).map(\.name) }
    }
    let db = db
    let closing = Mutex<Task<Void, any Error>?>(nil)
    let tasks = try await db.transaction(kind: .deferred) { _ in
      var tasks: [Task<[String], any Error>] = []
      for call in [insert("a"), insert("b"), insert("c"), insert("d"), names] {
        tasks.append(Task.detached { try await call(db) })
        while db.writers.line.waiting < tasks.count { await Task.yield() }
      }
      closing.withLock { $0 = Task.detached { try await db.close() } }
      while db.writers.line.closing == 0 { await Task.yield() }
      return tasks
    }
    var results: [[String]?] = []
    for task in tasks { results.append(try? await task.value) }
    #expect(results == [["a"], ["b"], nil, ["d"], ["a", "b", "d"]])
    let error = await #expect(throws: DatabaseError.self) { try await tasks[2].value }
    #expect(error?.message.contains("not welcome") == true)
    try await closing.withLock { $0 }?.value
  }

  @Test("A group commit ends after sharedCommitTime, so later rows have commits of their own")
  func time() async throws {
    var configuration = Configuration()
    configuration.sharedCommitTime = .zero
    configuration.connectionTimeout = .seconds(600)
    let db = try Database(two.folder.file(), configuration: configuration)
    let (results, commits) = try await line.run(
      on: db, ["a", "b", "c"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(try results.map { try $0.get() } == ["a", "b", "c"])
    #expect(commits == 3)
    #expect(try await line.names() == ["a", "b", "c"])
  }

  @Test("Rows of a group commit may come from tasks with their own executor")
  func executors() async throws {
    let thread = OneThread()
    let (results, _) = try await line.run(
      (0..<6).map { number in
        { db in
          let draft = Guest.Draft(name: "\(number)")
          guard number % 2 == 0 else { return try await db.insert(draft).id }
          return try await Task(executorPreference: thread) {
            try await db.insert(draft).id
          }.value
        }
      })
    #expect(try results.map { try $0.get() } == [1, 2, 3, 4, 5, 6])
  }

  private func withoutLog(busyTimeout: Duration) async throws -> (TemporaryFolder, Database) {
    var configuration = Configuration()
    configuration.journalMode = .delete
    configuration.busyTimeout = busyTimeout
    configuration.connectionTimeout = .seconds(600)
    configuration.sharedCommitTime = .seconds(600)
    let folder = try TemporaryFolder()
    let db = try Database(folder.file(), configuration: configuration)
    try await db.create(Guest.self)
    return (folder, db)
  }
}
