import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

@Suite("The pool of readers", .timeLimit(.minutes(10)))
struct ConnectionPoolTests {
  let folder: TemporaryFolder
  let pool: ConnectionPool

  init() throws {
    folder = try TemporaryFolder()
    var configuration = Configuration(readerCount: 1)
    // On a busy machine a task may wait for its turn for longer than programs should.
    configuration.connectionTimeout = .seconds(600)
    let setUp = configuration
    _ = try Database(folder.file(), configuration: configuration)
    let path = folder.file()
    pool = ConnectionPool(path: path, setUp, capacity: 1) {
      try Connection(
        path: path, role: .reader, configuration: setUp, extensions: ExtensionRegistry())
    }
  }

  @Test("lends a connection again that was given back")
  func lends() async throws {
    let first = try await pool.take()
    pool.give(back: first)
    #expect(try await pool.take() === first)
  }

  @Test("gives a task that is cancelled while it waits its cancellation, and others their turn")
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

  @Test("gives a task that was cancelled before it waits its cancellation")
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

  @Test("lets others run once in a while, and a turn begins after that")
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

  @Test("has its place back after a connection that could not be opened")
  func failedOpening() async throws {
    try folder.empty()
    for _ in 0..<3 { await #expect(throws: DatabaseError.self) { try await pool.take() } }
    _ = try Database(folder.file(), configuration: Configuration(readerCount: 1))
    pool.give(back: try await pool.take())
  }
}
