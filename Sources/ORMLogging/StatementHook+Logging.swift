#if Logging
  public import Logging
  public import ORMCore

  extension StatementHook {
    /// Logs each statement when it has ended: `statement ran`, `statement was slow`, `statement
    /// failed` or `statement was cancelled`.
    ///
    /// ```swift
    /// configuration.statementHooks = [.logging(to: logger, slowAfter: .milliseconds(100))]
    /// // warning: statement was slow, with db.query.text, orm.duration_ms and others
    /// ```
    ///
    /// The metadata, named by [OpenTelemetry's
    /// conventions](https://opentelemetry.io/docs/specs/semconv/db/) if they have a name:
    ///
    /// - `db.system.name`, `db.namespace` (the file's path), `db.operation.name` and
    ///   `db.query.text`;
    /// - `orm.duration_ms`, and `orm.waiting_ms` where the call waited for its connection;
    /// - `db.response.returned_rows`, or `orm.changed_rows` of a statement that writes;
    /// - `error.type` and `error.message` if it failed, and `db.response.status_code` if SQLite
    ///   says so.
    ///
    /// None is made where the logger's level leaves the statement out. Values are in none of them
    /// unless they are asked for; what you write into the SQL yourself is part of its text.
    ///
    /// - Parameters:
    ///   - logger: Takes the statements: that of the task (`Logger.current`), with its metadata,
    ///     unless one is given.
    ///   - level: The level of statements that are neither slow nor fail, and of those whose task
    ///     was cancelled.
    ///   - slowLevel: The level of statements that are slow.
    ///   - failureLevel: The level of statements that fail, slow or not.
    ///   - slowAfter: What a statement has to take to be slow, without the wait for its connection.
    ///   - includesValues: Whether the bound values are in `db.query.text`. Users have stored them:
    ///     keep them out of logs that others read.
    public static func logging(
      to logger: Logger? = nil, level: Logger.Level = .debug, slowLevel: Logger.Level = .warning,
      failureLevel: Logger.Level = .error, slowAfter: Duration = .seconds(1),
      includesValues: Bool = false
    ) -> StatementHook {
      StatementHook(includesValues: includesValues) { event in
        let entry: (level: Logger.Level, message: Logger.Message) =
          switch event.error {
          case is CancellationError: (level, "statement was cancelled")
          case .some: (failureLevel, "statement failed")
          case nil where event.duration >= slowAfter: (slowLevel, "statement was slow")
          case nil: (level, "statement ran")
          }
        let logger = logger ?? .current
        guard logger.logLevel <= entry.level else { return }
        logger.log(level: entry.level, entry.message, metadata: event.logMetadata, source: "ORM")
      }
    }
  }

  extension StatementEvent {
    fileprivate var logMetadata: Logger.Metadata {
      var metadata: Logger.Metadata = [
        "db.system.name": "sqlite", "db.namespace": "\(path)", "db.operation.name": "\(operation)",
        "db.query.text": "\(sqlWithValues ?? sql)", "orm.duration_ms": "\(duration.milliseconds)",
      ]
      if waiting > .zero { metadata["orm.waiting_ms"] = "\(waiting.milliseconds)" }
      if isReadOnly || rowCount > 0 { metadata["db.response.returned_rows"] = "\(rowCount)" }
      if !isReadOnly { metadata["orm.changed_rows"] = "\(changeCount)" }
      if let error {
        metadata["error.type"] = "\(type(of: error))"
        metadata["error.message"] = errorDescription.map { "\($0)" }
        if let error = error as? DatabaseError {
          metadata["db.response.status_code"] = "\(error.extendedCode.rawValue)"
        }
      }
      return metadata
    }
  }

  extension Duration {
    /// To the microsecond.
    fileprivate var milliseconds: Double {
      let (seconds, attoseconds) = components
      return Double(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) / 1000
    }
  }
#endif
