import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Durations that overflow a clock", .timeLimit(.minutes(10)))
struct LongWaitTests {
  static let lengths: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.min), .seconds(9_223_372_036_854_775), .seconds(-1),
    .seconds(Int64.max) * 4,
  ]

  private func database(_ folder: TemporaryFolder, _ length: Duration) throws -> Database {
    var configuration = Configuration(readerCount: 1)
    configuration.connectionTimeout = length
    configuration.busyTimeout = length
    configuration.observationInterval = length
    return try Database(folder.file(), configuration: configuration)
  }

  /// Holds the writer until `body` calls `letGo`.
  private func holding(
    _ db: Database, _ body: (_ letGo: @Sendable () -> Void) async throws -> Void
  ) async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    async let transaction: Void = db.transaction { _ in
      beginning.yield()
      for await _ in gate { break }
    }
    for await _ in begun { break }
    try await body { opening.yield() }
    try await transaction
  }

  @Test(
    "A huge timeout waits until the connection is free, and a negative one throws at once",
    arguments: lengths)
  func patience(_ length: Duration) async throws {
    let folder = try TemporaryFolder()
    let db = try database(folder, length)
    try await db.create(Account.self)
    try await holding(db) { letGo in
      let insert = Task { try await db.insert(Account(id: 1, balance: 0)) }
      if length > .zero {
        while db.writers.line.waiting == 0 { await Task.yield() }
        letGo()
        _ = try await insert.value
      } else {
        await #expect(throws: ConnectionTimeoutError.self) { try await insert.value }
        letGo()
      }
    }
    for try await accounts in db.observe(Account.all) {
      #expect(accounts.count == (length > .zero ? 1 : 0))
      break
    }
    try await db.close()
  }

  @Test(
    "A huge deadline waits until the connection is free, and a negative one throws at once",
    arguments: lengths)
  func deadlines(_ length: Duration) async throws {
    let db = try Database.inMemory()
    try await db.create(Account.self)
    try await holding(db) { letGo in
      let count = Task { try await db.within(length) { try await $0.count(Account.self) } }
      if length > .zero {
        while db.writers.line.waiting == 0 { await Task.yield() }
        letGo()
        let rows = try await count.value
        #expect(rows == 0)
      } else {
        await #expect(throws: DeadlineError.self) { try await count.value }
        letGo()
      }
    }
  }

  @Test("A duration is converted to milliseconds, and clamped to 32 bits")
  func milliseconds() {
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
    #expect(Duration.seconds(9_223_372_036_854_775).wholeMilliseconds == .max)
    #expect(
      (Duration.seconds(9_223_372_036_854_775) + .milliseconds(999)).wholeMilliseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    #expect(Duration.milliseconds(1500).wholeMilliseconds == 1500)
  }
}
