import Foundation
import ORM
import Synchronization
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Where blocking calls are allowed, and what they do.
@Suite("Blocking calls", .timeLimit(.minutes(10)))
struct BlockingTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try await TwoDatabases.withAccount()
  }

  /// Writes and reads, and returns the number of rows.
  private static func use(_ db: Database, id: Int) throws -> Int {
    let inserted = try db.blocking.transaction { tx in
      try tx.insert(Account(id: id, balance: id)).id
    }
    #expect(inserted == id)
    return try db.blocking.read { try $0.count(Account.self) }
  }

  private static func expectRefusal(
    _ code: ResultCode = .wouldBlock, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.extendedCode == code, sourceLocation: sourceLocation)
    #expect(error?.code == .misuse, sourceLocation: sourceLocation)
    #expect(error?.path != nil, sourceLocation: sourceLocation)
  }

  // MARK: - Where

  @Test(
    "Blocking calls work on a thread of the program, on a file and in memory",
    arguments: [true, false])
  func thread(isFile: Bool) async throws {
    let db = isFile ? db : try Database.inMemory()
    if !isFile { try await db.create(Account.self) }
    let count = try await OwnThread.run { try Self.use(db, id: 2) }
    #expect(count == (isFile ? 2 : 1))
    #expect(try await db.find(Account.self, 2) == Account(id: 2, balance: 2))
  }

  @Test("The closure of a blocking call runs on the calling thread")
  func place() async throws {
    let db = db
    try await OwnThread.run {
      let thread = Mutex<[Thread]>([])
      try db.blocking.read { _ in thread.withLock { $0.append(.current) } }
      try db.blocking.transaction { _ in thread.withLock { $0.append(.current) } }
      #expect(thread.withLock { $0 } == [.current, .current])
    }
  }

  @Test("Blocking calls work on the main actor, in tasks and in dispatched blocks")
  @MainActor
  func mainActor() async throws {
    #expect(try Self.use(db, id: 2) == 2)
    await Task.yield()
    #expect(try Self.use(db, id: 3) == 3)
    let db = db
    #expect(try await Task { @MainActor in try Self.use(db, id: 4) }.value == 4)
    let five = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.main.async { continuation.resume(with: Result { try Self.use(db, id: 5) }) }
    }
    #expect(five == 5)
  }

  @Test("Blocking calls work on a dispatch queue, and on an actor with its own executor")
  func executors() async throws {
    let db = db
    let count = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try Self.use(db, id: 2) })
      }
    }
    #expect(count == 2)
    #expect(try await Elsewhere(QueueExecutor()).run { try Self.use(db, id: 3) } == 3)
    #expect(try await Elsewhere(ThreadExecutor()).run { try Self.use(db, id: 4) } == 4)
  }

  @Test("Blocking calls are refused on cooperative threads, and do nothing")
  func pool() async throws {
    let db = db
    actor Plain {
      func run(_ body: @Sendable () -> Void) { body() }
    }
    let refused: @Sendable () -> Void = {
      Self.expectRefusal { _ = try Self.use(db, id: 9) }
      Self.expectRefusal { try db.blocking.read { _ in } }
      Self.expectRefusal { try db.blocking.close() }
      Self.expectRefusal { _ = try db.observe(Account.all).startBlocking() }
    }
    refused()
    await Task.detached(operation: refused).value
    await Task.detached(priority: .background, operation: refused).value
    await Plain().run(refused)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask(operation: refused) }
    }
    try await db.read { _ in refused() }
    #expect(try await db.count(Account.self) == 1)
  }

  // MARK: - What

  @Test("A blocking transaction is rolled back if its closure throws or calls rollback")
  func undone() async throws {
    let db = db
    try await OwnThread.run {
      #expect(throws: Stop.self) {
        try db.blocking.transaction { tx in
          try tx.insert(Account(id: 2, balance: 2))
          throw Stop()
        }
      }
      let id = try db.blocking.transaction(kind: .deferred) { tx in
        tx.rollback(returning: try tx.insert(Account(id: 3, balance: 3)).id)
      }
      #expect(id == 3)
      let error = #expect(throws: DatabaseError.self) {
        try db.blocking.read { try $0.insert(Account(id: 4, balance: 4)) }
      }
      #expect(error?.code == .readOnly)
    }
    #expect(try await two.other.count(Account.self) == 1)
  }

  @Test(
    "A blocking call nested in another one of its thread throws a deadlock error",
    arguments: [true, false])
  func nested(isFile: Bool) async throws {
    let db = isFile ? db : try Database.inMemory()
    let other = two.other
    try await OwnThread.run {
      try db.blocking.transaction { _ in
        Self.expectRefusal(.deadlock) { try db.blocking.transaction { _ in } }
        Self.expectRefusal(.deadlock) { try db.blocking.read { _ in } }
        Self.expectRefusal(.deadlock) { try db.blocking.close() }
        // A call of the other database is allowed, but in its closure, the outer closure still
        // runs.
        try other.blocking.read { _ in
          Self.expectRefusal(.deadlock) { try db.blocking.read { _ in } }
        }
      }
      try db.blocking.read { _ in
        Self.expectRefusal(.deadlock) { try db.blocking.read { _ in } }
      }
      try db.blocking.transaction { _ in }
    }
  }

  @Test("A blocking call within the task's own transaction throws a deadlock error")
  func ownTransaction() async throws {
    let db = db
    try await db.transaction { tx in
      try tx.insert(Account(id: 2, balance: 2))
      await MainActor.run {
        Self.expectRefusal(.deadlock) { try db.blocking.transaction { _ in } }
        Self.expectRefusal(.deadlock) { try db.blocking.close() }
        // A read would see the state before the transaction.
        Self.expectRefusal(.deadlock) { _ = try db.blocking.read { try $0.count(Account.self) } }
      }
    }
    #expect(try await db.count(Account.self) == 2)
  }

  @Test("Blocking calls and tasks take turns at the writer, and no write is lost")
  func contended() async throws {
    let db = db
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in 1...4 {
        group.addTask {
          for id in 0..<50 { try await db.insert(Account(id: 1000 * part + id, balance: id)) }
        }
        group.addTask {
          try await OwnThread.run {
            for id in 0..<50 {
              try db.blocking.transaction { tx in
                let count = try tx.count(Account.self)
                try tx.insert(Account(id: 1000 * part + 500 + id, balance: id))
                #expect(try tx.count(Account.self) == count + 1)
              }
            }
          }
        }
        group.addTask {
          var last = 0
          for try await count in db.observe({ try $0.count(Account.self) }) {
            #expect(count > last)
            last = count
            if count == 401 { break }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await two.other.count(Account.self) == 401)
  }

  @Test("Blocking calls work if all cooperative threads are blocked")
  func fullPool() async throws {
    let db = db
    final class Counter: Sendable { let value = Atomic(0) }
    let (begun, ended) = (Counter(), Counter())
    let gate = DispatchSemaphore(value: 0)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let tasks = 4 * cores
    try await OwnThread.run {
      for _ in 0..<tasks {
        Task.detached {
          begun.value.add(1, ordering: .relaxed)
          gate.wait()
        }
      }
      // From here to the end no task runs, including the one that would end a test that takes too
      // long.
      Thread.detachNewThread {
        let end = ContinuousClock.now + .seconds(120)
        while ended.value.load(ordering: .relaxed) == 0 {
          if end < .now {
            Issue.record("a blocking call waits for a task")
            break
          }
          usleep(1000)
        }
        for _ in 0..<tasks { gate.signal() }
      }
      defer { ended.value.store(1, ordering: .relaxed) }
      while begun.value.load(ordering: .relaxed) < cores { usleep(200) }
      #expect(try Self.use(db, id: 2) == 2)
      let first = try db.observe(Account.all).startBlocking().first
      #expect(first.count == 2)
      // This lock of another connection is released during the call.
      let lock = try HeldLock(path: db.path)
      Thread.detachNewThread {
        usleep(5000)
        try? lock.end("ROLLBACK")
      }
      #expect(try Self.use(db, id: 3) == 3)
      // This lock is not released in time.
      let last = try HeldLock(path: db.path)
      let error = #expect(throws: DeadlineError.self) {
        try db.blocking.within(.milliseconds(5)) { try $0.transaction { _ in } }
      }
      #expect(error?.activity == .waitingForLock)
      try last.end("ROLLBACK")
    }
    #expect(try await db.count(Account.self) == 3)
  }

  // MARK: - When it takes too long

  @Test("A blocking call's wait for a connection ends at its deadline or connection timeout")
  func waits() async throws {
    var configuration = Configuration()
    configuration.connectionTimeout = .milliseconds(1)
    let impatient = try Database(db.path, configuration: configuration)
    for (db, isPatient) in [(db, true), (impatient, false)] {
      let writer = try await db.writers.take()
      defer { db.writers.give(back: writer) }
      try await OwnThread.run {
        let call = { try db.blocking.transaction { _ in } }
        if isPatient {
          let error = #expect(throws: DeadlineError.self) {
            try db.blocking.within(.milliseconds(1)) { try $0.transaction { _ in } }
          }
          #expect(error?.activity == .waitingForConnection)
          #expect(error?.path == db.path)
        } else {
          let error = #expect(throws: ConnectionTimeoutError.self, performing: call)
          #expect(error.map { $0.waited >= $0.limit } == true)
          #expect(error?.holders.map(\.activity) == [.call])
          #expect(throws: ConnectionTimeoutError.self) { try db.blocking.close() }
        }
      }
      #expect(db.writers.line == (0, 0))
    }
    #expect(try await db.count(Account.self) == 1)
  }

  @Test("A task started in a blocking call does not use its thread, and has its own deadline")
  func startedTasks() async throws {
    let db = db
    let writer = try await db.writers.take()
    defer { db.writers.give(back: writer) }
    let task = try await OwnThread.run {
      try db.blocking.read { _ in
        Task { try await db.within(.milliseconds(1)) { try await $0.transaction { _ in } } }
      }
    }
    let error = await #expect(throws: DeadlineError.self) { try await task.value }
    #expect(error?.activity == .waitingForConnection)
  }

  @Test("A blocking call interrupts its statement at the deadline, and rolls back")
  func running() async throws {
    let db = db
    try await OwnThread.run {
      let error = #expect(throws: DeadlineError.self) {
        try db.blocking.within(.milliseconds(1)) { db in
          try db.transaction { tx in
            try tx.insert(Account(id: 2, balance: 2))
            try tx.execute(CancellationTests.long)
          }
        }
      }
      #expect(error?.activity == .running)
      // The outer deadline passes first.
      let outer = #expect(throws: DeadlineError.self) {
        try db.blocking.within(.milliseconds(1)) { db in
          try db.within(.seconds(3600)) { db in
            try db.transaction { try $0.execute(CancellationTests.long) }
          }
        }
      }
      #expect(outer?.limit == .milliseconds(1))
    }
    #expect(try await two.other.count(Account.self) == 1)
  }

  @Test("A blocking call throws in a cancelled task, and respects the task's deadline")
  @MainActor
  func tasks() async throws {
    let db = db
    let task = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(throws: CancellationError.self) { try db.blocking.read { _ in } }
    }
    await task.value
    let error = try await db.within(.milliseconds(1)) { db in
      #expect(throws: DeadlineError.self) {
        try db.blocking.transaction { try $0.execute(CancellationTests.long) }
      }
    }
    #expect(error?.limit == .milliseconds(1))
  }

  @Test("A database that a blocking call closes refuses later calls")
  func closing() async throws {
    let db = db
    try await OwnThread.run {
      try db.blocking.close()
      Self.expectRefusal(.closed) { try db.blocking.read { _ in } }
      try db.blocking.close()
    }
    await #expect(throws: DatabaseError.self) { try await db.count(Account.self) }
  }
}
