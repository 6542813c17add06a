#if Tracing
  public import ORMCore
  public import Tracing

  extension StatementHook {
    /// Makes a span of each statement, a child of the span that the task is in.
    ///
    /// ```swift
    /// configuration.statementHooks = [.tracing()]
    /// ```
    ///
    /// It is made when the statement has ended, and begins and ends when the statement did; the
    /// wait for the connection is before, and in an attribute. The span is named by the statement's
    /// command, is of the kind `client`, and has attributes that
    /// [OpenTelemetry's conventions](https://opentelemetry.io/docs/specs/semconv/db/sql/) name:
    /// `db.system.name`, `db.namespace` (the file's path), `db.operation.name`, `db.query.text`,
    /// `db.response.returned_rows` and, if it failed, `error.type` and `db.response.status_code`;
    /// and of this library's own, `orm.changed_rows`, `orm.cached` and `orm.waiting_ms`. No
    /// attribute holds a value; what you write into the SQL yourself is part of its text. An error
    /// is recorded as it was thrown.
    ///
    /// - Parameters:
    ///   - tracer: Takes the spans: that of the task or of the program
    ///     (`InstrumentationSystem.tracer`), unless one is given.
    ///   - threshold: How long a statement has to take to become a span, without the wait.
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
          if let error = event.error {
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
      self["orm.waiting_ms"] = event.waiting / .milliseconds(1)
      guard let error = event.error else { return }
      let code = (error as? DatabaseError).map { "\($0.extendedCode.rawValue)" }
      self["error.type"] = code ?? "\(type(of: error))"
      if let code { self["db.response.status_code"] = code }
    }
  }

  /// The clock of events and that of spans, read at once.
  private struct Clocks {
    private let instant = ContinuousClock.now
    private let now = DefaultTracerClock.now

    /// When an instant that has passed was.
    func timestamp(_ instant: ContinuousClock.Instant) -> DefaultTracerClock.Timestamp {
      let (seconds, attoseconds) = (self.instant - instant).components
      let age = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      return DefaultTracerClock.Timestamp(
        nanosecondsSinceEpoch: now.nanosecondsSinceEpoch - UInt64(clamping: age))
    }
  }
#endif
