#if Tracing
  public import ORMCore
  public import Tracing

  extension StatementHook {
    /// Records a span for each statement, a child of the task's current span.
    ///
    /// ```swift
    /// configuration.statementHooks = [.tracing()]
    /// ```
    ///
    /// The span is recorded when the statement has ended, with the statement's start and end. The
    /// wait for the connection comes before the start, and is an attribute. The name of the span is
    /// the statement's command, and its kind is `client`. The names of these attributes follow
    /// [OpenTelemetry's conventions](https://opentelemetry.io/docs/specs/semconv/db/sql/):
    /// `db.system.name`, `db.namespace` (the file's path), `db.operation.name`, `db.query.text`,
    /// `db.response.returned_rows` and, if the statement failed, `error.type` and
    /// `db.response.status_code`. This library adds `orm.changed_rows`, `orm.cached` and
    /// `orm.waiting_ms`. No attribute contains bound values; literals in the SQL are part of its
    /// text. An error is recorded as it was thrown.
    ///
    /// - Parameters:
    ///   - tracer: The tracer that records the spans. The default is the task's tracer, or else the
    ///     program's (`InstrumentationSystem.tracer`).
    ///   - threshold: The shortest duration of a statement that is recorded, without the wait. The
    ///     default is 0, which records every statement.
    public static func tracing(
      by tracer: (any Tracer)? = nil, slowerThan threshold: Duration = .zero
    ) -> StatementHook {
      StatementHook(slowerThan: threshold) { event in
        let clocks = Clocks()
        let operation = event.operation
        let span: any Span = (tracer ?? InstrumentationSystem.tracer).startSpan(
          operation, ofKind: .client, at: clocks.timestamp(event.start))
        let end = clocks.timestamp(event.end)
        if span.isRecording {
          span.updateAttributes { $0.describe(event, operation) }
          if let error = event.shownError {
            span.recordError(error, attributes: [:], at: end)
            span.setStatus(SpanStatus(code: .error))
          }
        }
        span.end(at: end)
      }
    }
  }

  extension SpanAttributes {
    fileprivate mutating func describe(_ event: StatementEvent, _ operation: String) {
      self["db.system.name"] = "sqlite"
      self["db.namespace"] = event.path
      self["db.operation.name"] = operation
      self["db.query.text"] = event.sql
      self["db.response.returned_rows"] = event.rowCount
      self["orm.changed_rows"] = event.changeCount
      self["orm.cached"] = event.wasCached
      self["orm.waiting_ms"] = event.waitDuration / .milliseconds(1)
      guard let error = event.error else { return }
      let code = (error as? DatabaseError).map { "\($0.extendedCode.rawValue)" }
      self["error.type"] = code ?? "\(type(of: error))"
      if let code { self["db.response.status_code"] = code }
    }
  }

  /// The times of the events' clock and the spans' clock, read together.
  private struct Clocks {
    private let instant = ContinuousClock.now
    private let now = DefaultTracerClock.now

    /// The spans' timestamp of an instant in the past.
    func timestamp(_ instant: ContinuousClock.Instant) -> DefaultTracerClock.Timestamp {
      let (seconds, attoseconds) = (self.instant - instant).components
      let age = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      return DefaultTracerClock.Timestamp(
        nanosecondsSinceEpoch: now.nanosecondsSinceEpoch - UInt64(clamping: age))
    }
  }
#endif
