import InMemoryTracing
import ORM
import Testing
import Tracing

@Suite("Tracing of statements")
struct TracingTests {
  let tracer = InMemoryTracer()

  /// The spans of `work`.
  private var spans: [FinishedInMemorySpan] {
    tracer.finishedSpans.filter { ["INSERT", "SELECT"].contains($0.operationName) }
  }

  @Test("Each statement is a span inside the task's span, with OpenTelemetry's attributes")
  func attributes() async throws {
    let outer = tracer.startSpan("request")
    try await ServiceContext.withValue(outer.context) { try await work(.tracing(by: tracer)) }
    outer.end()
    #expect(spans.map(\.operationName) == ["INSERT", "SELECT", "INSERT"])
    #expect(spans.allSatisfy { $0.parentSpanID == outer.spanID && $0.kind == .client })
    let attributes = try #require(spans.dropFirst().first).attributes
    let waiting = try #require(attributes["orm.waiting_ms"]?.toSpanAttribute())
    guard case .double(let milliseconds) = waiting else {
      Issue.record("\(waiting)")
      return
    }
    #expect(milliseconds > 0 && milliseconds < 60_000)
    #expect(
      attributes == [
        "db.system.name": "sqlite", "db.namespace": ":memory:", "db.operation.name": "SELECT",
        "db.query.text": .string(find), "db.response.returned_rows": 1, "orm.changed_rows": 0,
        "orm.cached": false, "orm.waiting_ms": waiting,
      ])
  }

  @Test("The span of a failed statement has the error and SQLite's code")
  func failures() async throws {
    try await work(.tracing(by: tracer))
    #expect(spans.map { $0.status?.code } == [nil, nil, .error])
    #expect(spans.map(\.errors.count) == [0, 0, 1])
    let span = try #require(spans.last)
    let error = try #require(span.errors.first)
    #expect((error.error as? DatabaseError)?.violation?.kind == .primaryKey)
    #expect(error.instant.nanosecondsSinceEpoch == span.endInstant.nanosecondsSinceEpoch)
    let attributes = ["error.type", "db.response.status_code"].map { span.attributes[$0] }
    #expect(attributes.map { $0?.toSpanAttribute() } == ["1555", "1555"])
  }

  @Test("A span has its statement's start and end, however long other hooks take")
  func times() async throws {
    let tracer = tracer
    @Sendable func pause(for milliseconds: Int) -> Int {
      let end = ContinuousClock.now + .milliseconds(milliseconds)
      while ContinuousClock.now < end {}
      return milliseconds
    }
    let slow = StatementHook { _ in _ = pause(for: 50) }
    let db = try database(slow, .tracing(by: tracer))
    try db.add(DatabaseFunction("pause") { pause(for: $0) })
    let start = DefaultTracerClock.now.nanosecondsSinceEpoch
    try await db.execute("SELECT pause(10)")
    let end = DefaultTracerClock.now.nanosecondsSinceEpoch
    let span = try #require(tracer.finishedSpans.last)
    let spanStart = span.startInstant.nanosecondsSinceEpoch
    let spanEnd = span.endInstant.nanosecondsSinceEpoch
    // Holds however late the adapter reads its second clock, except for a millisecond by which a
    // clock may be adjusted.
    let setting: UInt64 = 1_000_000
    #expect(start <= spanStart + setting && spanStart + 10_000_000 <= spanEnd + setting)
    #expect(spanEnd + 50_000_000 <= end + setting)
  }

  @Test("A statement faster than the threshold has no span")
  func threshold() async throws {
    try await work(.tracing(by: tracer, slowerThan: .seconds(60)))
    #expect(spans.isEmpty)
  }

  @Test("Without a tracer argument, spans go to the task's tracer")
  func taskTracer() async throws {
    try await withTracer(tracer) { try await work(.tracing()) }
    #expect(spans.count == 3)
  }
}
