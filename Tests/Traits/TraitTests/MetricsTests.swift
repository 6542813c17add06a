import CoreMetrics
import MetricsTestKit
import ORM
import Testing

@Suite("Metrics of statements")
struct MetricsTests {
  let metrics = TestMetrics()

  /// The dimensions of a command.
  private func of(_ operation: String, _ others: (String, String)...) -> [(String, String)] {
    [("db.system.name", "sqlite"), ("db.operation.name", operation)] + others
  }

  @Test("Durations are recorded by command, and by error if the statement failed")
  func durations() async throws {
    try await work(.metrics(factory: metrics))
    let label = "db.client.operation.duration"
    for dimensions in [of("SELECT"), of("INSERT"), of("INSERT", ("error.type", "1555"))] {
      let values = try metrics.expectTimer(label, dimensions).values
      #expect(values.count == 1 && values.allSatisfy { $0 > 0 && $0 < 60_000_000_000 })
    }
    try await cancelledWork(.metrics(factory: metrics))
    let cancelled = of("WITH", ("error.type", "CancellationError"))
    #expect(try metrics.expectTimer(label, cancelled).values.count == 1)
  }

  @Test("Waiting times, rows and prepared statements are recorded")
  func counts() async throws {
    try await work(.metrics(factory: metrics))
    let waits = try metrics.expectTimer("db.client.connection.wait_time", of("INSERT")).values
    #expect(waits.count == 2 && waits.allSatisfy { $0 > 0 })
    let returned = "db.client.response.returned_rows"
    #expect(try metrics.expectRecorder(returned, of("SELECT")).values == [1])
    #expect(try metrics.expectRecorder(returned, of("INSERT")).values.isEmpty)
    #expect(try metrics.expectCounter("orm.changed_rows", of("INSERT")).totalValue == 1)
    #expect(try metrics.expectCounter("orm.changed_rows", of("SELECT")).totalValue == 0)
    #expect(try metrics.expectCounter("orm.prepared_statements", of("INSERT")).totalValue == 1)
  }

  @Test("A query without rows counts as 0 returned rows, and RETURNING rows are counted")
  func rows() async throws {
    let db = try database(.metrics(factory: metrics))
    try await db.create(Artist.self)
    #expect(try await db.find(Artist.self, 1) == nil)
    try await db.execute("INSERT INTO artist VALUES (1, 'Sade') RETURNING id")
    let returned = "db.client.response.returned_rows"
    #expect(try metrics.expectRecorder(returned, of("SELECT")).values == [0])
    #expect(try metrics.expectRecorder(returned, of("INSERT")).values == [1])
  }

  @Test("The number of metrics does not grow with the number of different statements")
  func cardinality() async throws {
    let db = try database(.metrics(factory: metrics))
    for number in 1...100 { try await db.execute("SELECT \(raw: "\(number)")") }
    #expect(metrics.timers.count == 2 && metrics.counters.count == 2)
    #expect(metrics.recorders.map(\.values.count) == [100])
  }

  @Test("The database's name is a dimension if it is given")
  func names() async throws {
    let dimensions = [
      ("db.system.name", "sqlite"), ("db.namespace", "music"), ("db.operation.name", "SELECT"),
    ]
    // The hook uses the program's or the task's factory at the time of its creation.
    let db = try withMetricsFactory(metrics) { try database(.metrics(database: "music")) }
    try await db.execute("SELECT 1")
    let timer = try metrics.expectTimer("db.client.operation.duration", dimensions)
    #expect(timer.values.count == 1)
  }
}
