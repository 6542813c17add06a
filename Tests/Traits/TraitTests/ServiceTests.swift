import Logging
import ORM
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite("A database as a service", .timeLimit(.minutes(10)))
struct ServiceTests {
  @Test("The database is open until the graceful shutdown, and closed after it")
  func closes() async throws {
    let db = try database()
    try await db.create(Artist.self)
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await db.run() }
        try await db.insert(Artist(id: 1, name: "Sade"))
        trigger.triggerGracefulShutdown()
        try await group.waitForAll()
      }
    }
    let error = await #expect(throws: DatabaseError.self) { try await db.find(Artist.self, 1) }
    #expect(error?.extendedCode == .closed)
  }

  @Test("A shutdown waits for a running transaction, even if other calls time out")
  func waits() async throws {
    var configuration = Configuration()
    configuration.connectionTimeout = .zero
    let db = try Database.inMemory(configuration: configuration)
    try await db.create(Artist.self)
    let (inside, enter) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await db.transaction { db in
            try db.insert(Artist(id: 1, name: "Sade"))
            enter.finish()
            for await _ in gate {}
            try db.insert(Artist(id: 2, name: "Fela"))
          }
        }
        for await _ in inside {}
        group.addTask { try await db.run() }
        trigger.triggerGracefulShutdown()
        // Other calls are refused once the database closes; until then the transaction has the
        // connection.
        while true {
          do {
            _ = try await db.find(Artist.self, 1)
            Issue.record("the transaction had the only connection")
          } catch let error as DatabaseError where error.extendedCode == .closed {
            break
          } catch is ConnectionTimeoutError {
            await Task.yield()
          }
        }
        open.finish()
        try await group.waitForAll()
      }
    }
  }

  @Test("A service group closes the database after the service that writes to it")
  func group() async throws {
    let db = try database()
    try await db.create(Artist.self)
    let server = Server(db: db)
    let group = group(db, server, Logger(label: "test"))
    async let running: Void = group.run()
    for await _ in server.started.stream {}
    await group.triggerGracefulShutdown()
    try await running
    #expect(await server.count.value == 1)
    let error = await #expect(throws: DatabaseError.self) { try await db.count(Artist.self) }
    #expect(error?.extendedCode == .closed)
  }

  private func group(_ db: Database, _ server: Server, _ logger: Logger) -> ServiceGroup {
    let group = ServiceGroup(
      services: [db, server], gracefulShutdownSignals: [.sigterm], logger: logger)
    return group
  }

  @Test("Cancelling the service throws, and leaves the database open")
  func cancelled() async throws {
    let db = try database()
    try await db.create(Artist.self)
    let service = Task { try await db.run() }
    service.cancel()
    await #expect(throws: CancellationError.self) { try await service.value }
    #expect(try await db.count(Artist.self) == 0)
  }
}

/// Writes a row when it is asked to shut down.
private struct Server: Service {
  let db: Database
  let started = AsyncStream.makeStream(of: Void.self)
  let count = Counted()

  func run() async throws {
    started.continuation.finish()
    try? await gracefulShutdown()
    try await db.insert(Artist(id: 1, name: "Sade"))
    await count.set(try await db.count(Artist.self))
  }
}

private actor Counted {
  private(set) var value = 0

  func set(_ value: Int) { self.value = value }
}
