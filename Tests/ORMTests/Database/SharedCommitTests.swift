import CSQLite
import ORM
import Synchronization
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Table private struct Guest: Equatable {
  let id: Int
  @Column(unique: true) var name: String
  var hostID: Int?
}

/// A text that each task writes in a way of its own.
private struct Signed: RawRepresentable, ColumnValue, Hashable {
  @TaskLocal static var name = "nobody"

  let text: String

  init(rawValue: String) { text = rawValue }

  var rawValue: String { "\(text) of \(Self.name)" }
}

@Table private struct SignedLetter: Equatable {
  let id: Int
  var text: Signed
}

@Suite("Rows that tasks write at a time", .timeLimit(.minutes(10)))
struct SharedCommitTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases()
    try await two.db.create(Guest.self, SignedLetter.self)
  }

  /// Starts calls one after the other that wait for the connection in this order, and then lets go
  /// of it.
  ///
  /// - Parameters:
  ///   - refusing: The number of the commit that is refused, of those that the calls make.
  ///   - atTheLine: What happens while all of them wait.
  ///   - then: What happens when they do not have to any more.
  /// - Returns: what they came to, and how often that was to be committed.
  private func run<Result: Sendable>(
    on db: Database? = nil, refusing: Int? = nil,
    _ calls: [@Sendable (Database) async throws -> Result],
    atTheLine: @Sendable ([Task<Result, any Error>]) async throws -> Void = { _ in },
    then: ([Task<Result, any Error>]) async throws -> Void = { _ in }
  ) async throws -> (results: [Swift.Result<Result, any Error>], commits: Int) {
    let db = db ?? self.db
    let commits = Commits(refusing: refusing)
    try await commits.count(on: db)
    let ended = Ends()
    // It reads and writes nothing, and is no commit to SQLite.
    let tasks = try await db.transaction(kind: .deferred) { _ in
      var tasks: [Task<Result, any Error>] = []
      for call in calls {
        tasks.append(
          Task.detached {
            defer { ended.add() }
            return try await call(db)
          })
        // Some may have waited for too long before all have come.
        while db.writers.line.waiting + ended.number < tasks.count { await Task.yield() }
      }
      try await atTheLine(tasks)
      return tasks
    }
    try await then(tasks)
    var results: [Swift.Result<Result, any Error>] = []
    for task in tasks { results.append(await task.result) }
    let count = commits.number
    try await commits.stop(on: db)
    return (results, count)
  }

  private func names(in db: Database? = nil) async throws -> [String] {
    try await (db ?? two.other).fetch(Guest.order { $0.id }).map(\.name)
  }

  @Test("are committed at once, in the order of the tasks", arguments: [true, false])
  func oneCommit(isFile: Bool) async throws {
    var configuration = Configuration()
    configuration.sharedCommitTime = .seconds(600)
    let db = isFile ? self.db : try Database.inMemory(configuration: configuration)
    if !isFile { try await db.create(Guest.self) }
    let (results, commits) = try await run(
      on: db,
      (0..<40).map { number in
        { try await $0.insert(Guest.Draft(name: "guest \(number)")) }
      })
    #expect(commits == 1)
    #expect(
      try results.map { try $0.get() }
        == (0..<40).map { Guest(id: $0 + 1, name: "guest \($0)", hostID: nil) })
    #expect(try await names(in: db) == (0..<40).map { "guest \($0)" })
  }

  @Test("are those of every verb that writes one row")
  func verbs() async throws {
    try await db.insert((1...8).map { Guest(id: $0, name: "old \($0)", hostID: nil) })
    let calls: [@Sendable (Database) async throws -> Void] = [
      { try await $0.insert(Guest(id: 20, name: "row", hostID: nil)) },
      { try await $0.insert(Guest.Draft(name: "draft")) },
      { try await $0.insert(Guest.self) { $0.name = "assigned" } },
      { try await $0.update(Guest(id: 1, name: "updated", hostID: nil)) },
      { try await $0.update(Guest(id: 2, name: "named", hostID: 7), columns: \.name) },
      {
        let old = Guest(id: 3, name: "old 3", hostID: nil)
        try await $0.update(Guest(id: 3, name: "different", hostID: nil), from: old)
      },
      { try await $0.save(Guest(id: 4, name: "saved", hostID: nil)) },
      { try await $0.save(Guest(id: 30, name: "saved anew", hostID: nil)) },
      { try await $0.insertOrUpdate(Guest(id: 5, name: "either", hostID: nil)) },
      { try await $0.insertOrUpdate(Guest(id: 0, name: "or", hostID: nil)) },
      { try await $0.delete(Guest(id: 6, name: "", hostID: nil)) },
      { try await $0.delete(Guest.self, key: 7) },
    ]
    let (results, commits) = try await run(calls)
    #expect(commits == 1)
    for result in results { try result.get() }
    #expect(
      try await names() == [
        "updated", "named", "different", "saved", "either", "old 8", "row", "draft", "assigned",
        "saved anew", "or",
      ])
  }

  @Test("fail alone, with their own error")
  func failures() async throws {
    let (results, commits) = try await run(
      ["a", "b", "a", "c", "b", "d"].map { name in
        { try await $0.insert(Guest.Draft(name: name)).name }
      })
    #expect(commits == 1)
    for (place, result) in results.enumerated() {
      if place == 2 || place == 4 {
        #expect(throws: DatabaseError.self) { try result.get() }
      } else {
        #expect(throws: Never.self) { try result.get() }
      }
    }
    #expect(try await names() == ["a", "b", "c", "d"])
  }

  @Test("fail alone where the first one does, which commits those of the others")
  func failureOfFirst() async throws {
    try await db.insert(Guest.Draft(name: "a"))
    let (results, commits) = try await run(
      ["a", "b", "c"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(commits == 1)
    #expect(throws: DatabaseError.self) { try results[0].get() }
    #expect(try results[1...].map { try $0.get() } == ["b", "c"])
    #expect(try await names() == ["a", "b", "c"])
  }

  @Test("are written again where one of them has undone the transaction of all")
  func rollback() async throws {
    try await db.execute(
      script: """
        CREATE TRIGGER refused BEFORE INSERT ON guest WHEN new.name = 'c' BEGIN
          SELECT RAISE(ROLLBACK, 'not c');
        END;
        """)
    let (results, _) = try await run(
      ["a", "b", "c", "d"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(results.map { try? $0.get() } == ["a", "b", nil, "d"])
    #expect(try await names() == ["a", "b", "d"])
    let error = #expect(throws: DatabaseError.self) { try results[2].get() }
    #expect(error?.message.contains("not c") == true)
  }

  @Test("do not mend what another one has broken, and do not fail with it")
  func deferredKeys() async throws {
    try await db.execute(
      script: """
        CREATE TABLE child (
          id INTEGER PRIMARY KEY, guestID INTEGER
            REFERENCES guest (id) DEFERRABLE INITIALLY DEFERRED);
        CREATE TRIGGER broken AFTER INSERT ON guest WHEN new.name = 'breaks' BEGIN
          INSERT INTO child (guestID) VALUES (77);
        END;
        CREATE TRIGGER mended AFTER INSERT ON guest WHEN new.name = 'would mend' BEGIN
          DELETE FROM child WHERE guestID = 77;
        END;
        """)
    let guests = [
      Guest(id: 1, name: "before", hostID: nil), Guest(id: 2, name: "breaks", hostID: nil),
      Guest(id: 3, name: "would mend", hostID: nil),
    ]
    let (results, _) = try await run(guests.map { guest in { try await $0.insert(guest).name } })
    #expect(results.map { try? $0.get() } == ["before", nil, "would mend"])
    #expect(throws: DatabaseError.self) { try results[1].get() }
    #expect(Set(try await names()) == ["before", "would mend"])
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM child") == 0)
  }

  @Test("are written again where they can't be committed together")
  func refusedCommit() async throws {
    let (results, commits) = try await run(
      refusing: 1,
      ["a", "b", "c"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(try results.map { try $0.get() } == ["a", "b", "c"])
    #expect(commits > 1)
    #expect(Set(try await names()) == ["a", "b", "c"])
  }

  @Test("are written once where their commit fails behind what it does, and each hears of that")
  func failureBehindCommit() async throws {
    try await db.writing { connection in
      try connection.withHandle { handle in
        _ = sqlite3_wal_hook(
          handle,
          { _, handle, _, _ in
            // The next commit may be reported as it is.
            sqlite3_wal_hook(handle, nil, nil)
            return SQLITE_IOERR
          }, nil)
      }
    }
    let (results, commits) = try await run(
      ["a", "b", "c"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(commits == 1)
    for result in results { #expect(throws: DatabaseError.self) { try result.get() } }
    #expect(try await names() == ["a", "b", "c"])
    try await db.insert(Guest.Draft(name: "d"))
    #expect(try await names() == ["a", "b", "c", "d"])
  }

  @Test("that are written again go before all who came later, and are not refused by who closes")
  func orderOfUndone() async throws {
    try await db.execute(
      script: """
        CREATE TRIGGER refused BEFORE INSERT ON guest WHEN new.name = 'c' BEGIN
          SELECT RAISE(ROLLBACK, 'not c');
        END;
        """)
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
    #expect(error?.message.contains("not c") == true)
    try await closing.withLock { $0 }?.value
  }

  @Test("do not wait for the rows of those behind them for long")
  func time() async throws {
    var configuration = Configuration()
    configuration.sharedCommitTime = .zero
    configuration.connectionTimeout = .seconds(600)
    let db = try Database(two.folder.file(), configuration: configuration)
    let (results, commits) = try await run(
      on: db, ["a", "b", "c"].map { name in { try await $0.insert(Guest.Draft(name: name)).name } })
    #expect(try results.map { try $0.get() } == ["a", "b", "c"])
    #expect(commits == 3)
    #expect(try await names() == ["a", "b", "c"])
  }

  @Test("have the values of their own tasks")
  func taskLocals() async throws {
    let (results, commits) = try await run(
      (1...5).map { number in
        { db in
          try await Signed.$name.withValue("task \(number)") {
            try await db.insert(SignedLetter.Draft(text: Signed(rawValue: "letter \(number)"))).id
          }
        }
      })
    #expect(commits == 1)
    #expect(try results.map { try $0.get() } == [1, 2, 3, 4, 5])
    #expect(
      try await two.other.fetch(String.self, sql: "SELECT text FROM signedLetter ORDER BY id")
        == (1...5).map { "letter \($0) of task \($0)" })
  }

  @Test("are not written for a task that was cancelled while it waited", arguments: [0, 1, 3])
  func cancelled(place: Int) async throws {
    let (results, commits) = try await run(
      (0..<4).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")).name } },
      atTheLine: { tasks in
        tasks[place].cancel()
        while db.writers.line.waiting == 4 { await Task.yield() }
      })
    #expect(commits == 1)
    #expect(throws: CancellationError.self) { try results[place].get() }
    #expect(try await names() == (0..<4).filter { $0 != place }.map(String.init))
  }

  @Test("end their wait with the deadlines of their own tasks", arguments: [0, 2])
  func deadlines(place: Int) async throws {
    let (results, commits) = try await run(
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
    #expect(try await names() == (0..<4).filter { $0 != place }.map(String.init))
  }

  @Test("end their wait when they have waited for too long")
  func timeout() async throws {
    var configuration = Configuration()
    configuration.connectionTimeout = .milliseconds(20)
    let db = try Database(two.folder.file(), configuration: configuration)
    let (results, commits) = try await run(
      on: db,
      (0..<3).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")) } },
      atTheLine: { _ in while db.writers.line.waiting > 0 { await Task.yield() } })
    #expect(commits == 0)
    for result in results {
      #expect(throws: ConnectionTimeoutError.self) { try result.get() }
    }
    #expect(try await names() == [])
  }

  @Test("are not moved over what others do between them")
  func order() async throws {
    let count: @Sendable (Database) async throws -> Int = { db in
      try await db.transaction { try $0.count(Guest.self) }
    }
    let insert: @Sendable (Database) async throws -> Int = { db in
      try await db.insert(Guest.Draft(name: "\(UInt64.random(in: 0 ... .max))")).id
    }
    let (results, commits) = try await run([insert, insert, count, insert, insert, count])
    #expect(try results.map { try $0.get() } == [1, 2, 2, 3, 4, 4])
    #expect(commits == 4)
  }

  @Test("have an element each in a stream of changes, and a commit")
  func streams() async throws {
    var changes = try await db.changes(of: Guest.self).makeAsyncIterator()
    for task in try await tasksInLine(6) { try await task.value }
    for key in 1...6 {
      let change = try #require(try await changes.next())
      #expect(change.inserted == [key])
    }
  }

  @Test("are heard of by observers, which does not keep them apart")
  func observers() async throws {
    var counts = db.observe({ try $0.count(Guest.self) }).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    for task in try await tasksInLine(5) { try await task.value }
    #expect(try await counts.next() == 5)
  }

  /// Tasks that wait to insert a row each. Their commits are not counted: observers have the hook.
  private func tasksInLine(_ count: Int) async throws -> [Task<Void, any Error>] {
    try await db.transaction(kind: .deferred) { _ in
      var tasks: [Task<Void, any Error>] = []
      for number in 0..<count {
        tasks.append(
          Task.detached { [db] in _ = try await db.insert(Guest.Draft(name: "\(number)")) })
        while db.writers.line.waiting < tasks.count { await Task.yield() }
      }
      return tasks
    }
  }

  @Test("wait for a lock of another process before they begin")
  func lockBefore() async throws {
    let lock = Mutex<HeldLock?>(nil)
    let (results, commits) = try await run(
      (0..<5).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")).name } },
      atTheLine: { _ in
        let held = try HeldLock(path: two.folder.file())
        lock.withLock { $0 = held }
      },
      then: { _ in
        // Whoever comes first tries again and again.
        for _ in 0..<100 { await Task.yield() }
        try lock.withLock { try $0?.end("COMMIT") }
      })
    #expect(try results.map { try $0.get() } == ["0", "1", "2", "3", "4"])
    #expect(commits >= 1)
    #expect(try await names().count == 5)
  }

  @Test("wait for a lock that keeps them from being committed", arguments: [nil, 0, 1, 4])
  func lockBehind(cancelled: Int?) async throws {
    let (folder, db) = try await withoutLog(busyTimeout: .seconds(600))
    let lock = try HeldLock(path: folder.file(), begin: "BEGIN; SELECT * FROM guest")
    let (results, _) = try await run(
      on: db,
      (0..<5).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")).name } },
      then: { tasks in
        while db.writers.line.waiting == 5 { await Task.yield() }
        // Its wait ends, though the lock is there.
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
      try await names(in: db) == (0..<5).filter { $0 != cancelled }.map(String.init))
  }

  @Test("do not wait for such a lock for longer than the deadlines of their own tasks")
  func deadlineAtLock() async throws {
    let (folder, db) = try await withoutLog(busyTimeout: .seconds(600))
    let lock = try HeldLock(path: folder.file(), begin: "BEGIN; SELECT * FROM guest")
    let (results, _) = try await run(
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
    #expect(try await names(in: db) == ["0", "1", "3"])
  }

  @Test("fail where such a lock is not let go of in time")
  func lockForTooLong() async throws {
    let (folder, db) = try await withoutLog(busyTimeout: .zero)
    let lock = try HeldLock(path: folder.file(), begin: "BEGIN; SELECT * FROM guest")
    let (results, _) = try await run(
      on: db, (0..<5).map { number in { try await $0.insert(Guest.Draft(name: "\(number)")) } })
    for result in results {
      let error = #expect(throws: DatabaseError.self) { try result.get() }
      #expect(error?.code == .busy)
    }
    try lock.end("COMMIT")
    #expect(try await names(in: db) == [])
    try await db.insert(Guest.Draft(name: "later"))
    #expect(try await names(in: db) == ["later"])
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

  @Test("may come from tasks with an executor of their own, and from threads that wait")
  func executors() async throws {
    let thread = OneThread()
    let (results, _) = try await run(
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

  @Test("are those of many tasks without a pause, none of which is lost or written twice")
  func many() async throws {
    let db = db
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<32 {
        group.addTask {
          for number in 0..<50 {
            let guest = try await db.insert(Guest.Draft(name: "\(task) \(number)"))
            #expect(guest.name == "\(task) \(number)")
            if number % 7 == 3 { try await db.delete(guest) }
            if number % 5 == 4 {
              await #expect(throws: DatabaseError.self) {
                try await db.insert(Guest.Draft(name: "\(task) 0"))
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await two.other.count(Guest.self) == 32 * 43)
  }
}

/// How many calls have ended.
private final class Ends: Sendable {
  private let count = Atomic(0)

  var number: Int { count.load(ordering: .sequentiallyConsistent) }

  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// Counts how often the transactions of the connection that writes are to be committed.
private final class Commits: Sendable {
  private let refused: Int?
  private let count = Atomic(0)

  init(refusing number: Int? = nil) { refused = number }

  var number: Int { count.load(ordering: .sequentiallyConsistent) }

  func count(on db: Database) async throws {
    try await db.writing { [self] connection in
      try connection.withHandle { handle in
        _ = sqlite3_commit_hook(
          handle,
          { context in
            guard let context else { return 0 }
            let commits = Unmanaged<Commits>.fromOpaque(context).takeUnretainedValue()
            let number = commits.count.add(1, ordering: .sequentiallyConsistent).newValue
            return number == commits.refused ? 1 : 0
          }, Unmanaged.passUnretained(self).toOpaque())
      }
    }
  }

  func stop(on db: Database) async throws {
    try await db.writing { connection in
      try connection.withHandle { _ = sqlite3_commit_hook($0, nil, nil) }
    }
  }
}
