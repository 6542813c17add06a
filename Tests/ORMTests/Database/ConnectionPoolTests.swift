import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

@Suite("The reader pool", .timeLimit(.minutes(10)))
struct ConnectionPoolTests {
  let folder: TemporaryFolder
  let pool: ConnectionPool

  init() throws {
    folder = try TemporaryFolder()
    var configuration = Configuration(readerCount: 1)
    // On a busy machine, a task may wait for its turn for longer than the default timeout.
    configuration.connectionTimeout = .seconds(600)
    let setUp = configuration
    _ = try Database(folder.file(), configuration: configuration)
    let path = folder.file()
    pool = ConnectionPool(path: path, setUp, capacity: 1) {
      try Connection(
        path: path, role: .reader, configuration: setUp, extensions: ExtensionRegistry())
    }
  }

  @Test("A pool reuses a returned connection")
  func lends() async throws {
    let first = try await pool.take()
    pool.give(back: first)
    #expect(try await pool.take() === first)
  }

  @Test("A task cancelled while it waits throws, and the next task gets the connection")
  func cancelled() async throws {
    let pool = pool
    let lent = try await pool.take()
    let cancelled = Task { try await pool.take() }
    let patient = Task { try await pool.take() }
    while pool.line.waiting < 2 { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    pool.give(back: lent)
    #expect(try await patient.value === lent)
    pool.give(back: lent)
    #expect(try await pool.take() === lent)
  }

  @Test("A task that is cancelled before it waits throws CancellationError")
  func cancelledBefore() async throws {
    let pool = pool
    let lent = try await pool.take()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await pool.take()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    pool.give(back: lent)
    #expect(try await pool.take() === lent)
  }

  @Test("When a task's turn is over, other tasks run before its next turn")
  func turns() async throws {
    let pool = pool
    pool.give(back: try await pool.take())
    pool.state.withLock { $0.turnStart = .now - .seconds(1) }
    try await withTaskExecutorPreference(OneThread()) {
      async let othersRun = ContinuousClock.now
      for _ in 1...4 { pool.give(back: try await pool.take()) }
      #expect(pool.state.withLock { !$0.isTurnOver })
      let turnStart = pool.state.withLock { $0.turnStart }
      #expect(await othersRun < turnStart)
    }
  }

  @Test("A connection that could not be opened does not count toward the pool's capacity")
  func failedOpening() async throws {
    try folder.empty()
    for _ in 0..<3 { await #expect(throws: DatabaseError.self) { try await pool.take() } }
    _ = try Database(folder.file(), configuration: Configuration(readerCount: 1))
    pool.give(back: try await pool.take())
  }
}
