import Foundation
import ORM
import Synchronization
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Observers use the writer between other calls, on the threads of tasks. A blocking call that is
/// queued after such a job does not wait until one of these threads is free.
@Suite("Blocking calls during observations", .timeLimit(.minutes(10)))
struct BlockingBesideObserversTests {
  /// Tasks each of which occupies a thread of the cooperative pool.
  private final class Keepers: Sendable {
    private let begun = Atomic(0)
    private let added = Atomic(0)
    private let gate = DispatchSemaphore(value: 0)

    /// Starts another task, and waits until it has a thread.
    func add() {
      let count = added.add(1, ordering: .relaxed).newValue
      Task.detached {
        self.begun.add(1, ordering: .relaxed)
        self.gate.wait()
      }
      while begun.load(ordering: .relaxed) < count { usleep(200) }
    }

    func letGo() { gate.signal() }

    func letGoOfAll() { for _ in 0..<added.load(ordering: .relaxed) { gate.signal() } }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }

  /// This runs in a process of its own, because it occupies all threads of the cooperative pool,
  /// which other tests need.
  @Test("A blocking call runs an observer's queued job if no cooperative thread is free")
  func jobInLine() async {
    await #expect(processExitsWith: .success) {
      try await BlockingBesideObserversTests.waitBesideJob()
    }
  }

  private static func waitBesideJob() async throws {
    let two = try await TwoDatabases.withAccount()
    let db = two.db
    let (keepers, observes, asks, hasRun, isOver) = (Keepers(), Flag(), Flag(), Flag(), Flag())
    let observation = Task.detached {
      for try await accounts in db.observe(Account.all) {
        observes.set()
        if accounts.count == 4 { return }
      }
    }
    while !observes.isSet { await Task.yield() }
    try await OwnThread.run {
      // From here to the end no task runs, including the one that would end a test that takes too
      // long.
      Thread.detachNewThread {
        let end = ContinuousClock.now + .seconds(120)
        while !isOver.isSet {
          if end < .now {
            Issue.record("a blocking call waits for a task")
            break
          }
          usleep(1000)
        }
        keepers.letGoOfAll()
      }
      defer { isOver.set() }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { keepers.add() }
      // The commit notifies the observer.
      try db.blocking.transaction { tx in _ = try tx.insert(Account(id: 2, balance: 2)) }
      try db.blocking.transaction { tx in
        try tx.insert(Account(id: 3, balance: 3))
        Task.detached {
          asks.set()
          try await db.writer.runBetween { _ in hasRun.set() }
        }
        keepers.letGo()
        while !asks.isSet { usleep(200) }
        // The new task gets the thread when the job waits for the connection.
        keepers.add()
        #expect(!hasRun.isSet)
      }
      let count = try db.blocking.transaction { tx in
        try tx.insert(Account(id: 4, balance: 4))
        return try tx.count(Account.self)
      }
      #expect(count == 4)
      #expect(hasRun.isSet)
    }
    try await observation.value
  }
}
