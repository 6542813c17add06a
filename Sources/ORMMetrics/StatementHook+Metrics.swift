#if Metrics
  public import CoreMetrics
  public import ORMCore
  import Synchronization

  extension StatementHook {
    /// Records metrics of each statement when it ends.
    ///
    /// ```swift
    /// configuration.statementHooks = [.metrics(database: "music")]
    /// // db.client.operation.duration {db.operation.name: SELECT, …}: a timer
    /// ```
    ///
    /// These are the metrics; the names of the first three follow [OpenTelemetry's
    /// conventions](https://opentelemetry.io/docs/specs/semconv/db/database-metrics/):
    ///
    /// - `db.client.operation.duration`, a timer of the statements' durations, without the wait;
    /// - `db.client.connection.wait_time`, a timer of the calls' waits for their connections and
    ///   for the locks of other processes;
    /// - `db.client.response.returned_rows`, a recorder, for queries that succeed;
    /// - `orm.changed_rows` and `orm.prepared_statements`, counters. The counter of prepared
    ///   statements grows slowly if most statements are found in the connection's statement cache.
    ///
    /// The dimensions have few values each: `db.system.name`; `db.namespace`, if `database` is
    /// given; `db.operation.name`, one of SQLite's commands; and, for durations of statements that
    /// fail, `error.type`: SQLite's extended result code, or the error's type.
    ///
    /// - Parameters:
    ///   - name: A name that distinguishes the program's databases. The default is nil. Leave it
    ///     out if there is a database for each user, because each name creates new metrics.
    ///   - factory: The factory that creates the metrics. The default is the program's,
    ///     `MetricsSystem.factory`, at the time of the call.
    public static func metrics(
      database name: String? = nil, factory: any MetricsFactory = MetricsSystem.factory
    ) -> StatementHook {
      let metrics = StatementMetrics(name: name, factory)
      return StatementHook { metrics.record($0) }
    }
  }

  /// The metrics of one database, each created when first needed.
  private final class StatementMetrics: Sendable {
    private struct Kind: Hashable {
      let operation: String
      let errorType: String?
    }

    private struct Metrics {
      let duration: Timer
      let waiting: Timer
      let returnedRows: Recorder
      let changedRows: Counter
      let preparedStatements: Counter
    }

    private let name: String?
    private let factory: any MetricsFactory
    private let metrics = Mutex<[Kind: Metrics]>([:])

    init(name: String?, _ factory: any MetricsFactory) {
      self.name = name
      self.factory = factory
    }

    func record(_ event: StatementEvent) {
      let kind = Kind(
        operation: event.operation,
        errorType: event.error.map { error in
          (error as? DatabaseError).map { "\($0.extendedCode.rawValue)" } ?? "\(type(of: error))"
        })
      let metrics = metrics(kind)
      metrics.duration.recordNanoseconds(event.duration.nanoseconds)
      if event.waitDuration > .zero {
        metrics.waiting.recordNanoseconds(event.waitDuration.nanoseconds)
      }
      if event.rowCount > 0 || Self.queries.contains(kind.operation) && event.isReadOnly,
        event.error == nil
      {
        metrics.returnedRows.record(event.rowCount)
      }
      if event.changeCount > 0 { metrics.changedRows.increment(by: event.changeCount) }
      if !event.wasCached { metrics.preparedStatements.increment() }
    }

    /// The commands that return rows, even if there are none.
    private static let queries: Set<String> = ["SELECT", "VALUES", "WITH"]

    private func metrics(_ kind: Kind) -> Metrics {
      metrics.withLock { metrics in
        if let known = metrics[kind] { return known }
        let made = make(kind)
        metrics[kind] = made
        return made
      }
    }

    private func make(_ kind: Kind) -> Metrics {
      var dimensions = [("db.system.name", "sqlite")]
      if let name { dimensions.append(("db.namespace", name)) }
      dimensions.append(("db.operation.name", kind.operation))
      let ofDuration = dimensions + (kind.errorType.map { [("error.type", $0)] } ?? [])
      return Metrics(
        duration: Timer(
          label: "db.client.operation.duration", dimensions: ofDuration, factory: factory),
        waiting: Timer(
          label: "db.client.connection.wait_time", dimensions: dimensions, factory: factory),
        returnedRows: Recorder(
          label: "db.client.response.returned_rows", dimensions: dimensions, factory: factory),
        changedRows: Counter(label: "orm.changed_rows", dimensions: dimensions, factory: factory),
        preparedStatements: Counter(
          label: "orm.prepared_statements", dimensions: dimensions, factory: factory))
    }
  }

  extension Duration {
    fileprivate var nanoseconds: Int64 {
      let (seconds, attoseconds) = components
      return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
  }
#endif
