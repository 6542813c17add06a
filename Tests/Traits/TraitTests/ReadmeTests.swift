import CoreMetrics
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import ORM
import Testing
import Tracing

/// The code of the guide to tracing in the library's documentation.
@Suite("Code of the guide to tracing")
struct ReadmeTests {
  private func database() throws -> Database {
    var configuration = Configuration()
    configuration.statementHooks = [
      .logging(slowAfter: .milliseconds(100)), .metrics(database: "music"), .tracing(),
    ]
    let db = try Database.inMemory(configuration: configuration)
    return db
  }

  @Test("The guide's database logs, records metrics and traces")
  func runs() async throws {
    let (handler, metrics, tracer) = (InMemoryLogHandler(), TestMetrics(), InMemoryTracer())
    var logger = Logger(label: "music") { _ in handler }
    logger.logLevel = .debug
    let db = try withMetricsFactory(metrics) { try database() }
    try await withLogger(logger) { _ in
      try await withTracer(tracer) { try await db.create(Artist.self) }
    }
    #expect(handler.entries.contains { $0.metadata["db.operation.name"] == "CREATE" })
    #expect(metrics.timers(label: "db.client.operation.duration").count > 0)
    #expect(tracer.finishedSpans.contains { $0.operationName == "CREATE" })
  }
}
