#if Logging
  public import Logging
  public import ORMCore

  extension StatementHook {
    /// Logs each statement when it ends: `statement ran`, `statement was slow`, `statement failed`,
    /// `statement violated a constraint` or `statement was cancelled`.
    ///
    /// ```swift
    /// configuration.statementHooks = [.logging(to: logger, slowAfter: .milliseconds(100))]
    /// // warning: statement was slow, with db.query.text, orm.duration_ms and others
    /// ```
    ///
    /// The metadata is named by [OpenTelemetry's
    /// conventions](https://opentelemetry.io/docs/specs/semconv/db/) if they define a name:
    ///
    /// - `db.system.name`, `db.namespace` (the file's path), `db.operation.name` and
    ///   `db.query.text`;
    /// - `orm.duration_ms`, and `orm.waiting_ms` if the call waited for its connection;
    /// - `db.response.returned_rows`, or `orm.changed_rows` for a statement that writes;
    /// - `error.type` and `error.message` if the statement failed, and `db.response.status_code` if
    ///   SQLite reported the error.
    ///
    /// No metadata is built if the logger's level excludes the statement. Bound values are not
    /// included unless you ask for them; literals in the SQL are part of its text.
    ///
    /// - Parameters:
    ///   - logger: The logger to write to. The default is the task's logger (`Logger.current`),
    ///     with its metadata.
    ///   - level: The level of a statement that is not slow and does not fail, and of a statement
    ///     whose task was cancelled. The default is `.debug`.
    ///   - slowLevel: The level of a slow statement. The default is `.warning`.
    ///   - failureLevel: The level of a statement that fails, slow or not. The default is `.error`.
    ///   - violationLevel: The level of a statement that fails because it violates a constraint,
    ///     such as a `UNIQUE` column. Programs often expect this error and handle it, which the
    ///     statement can't know; an error that the program does not handle is logged by the code
    ///     that catches it. The default is `.info`.
    ///   - slowAfter: The duration from which a statement is slow, without the wait for its
    ///     connection. The default is 1 s.
    ///   - includesValues: Whether `db.query.text` contains the bound values. The default is
    ///     `false`. Values are user data: keep them out of logs that other people read.
    public static func logging(
      to logger: Logger? = nil, level: Logger.Level = .debug, slowLevel: Logger.Level = .warning,
      failureLevel: Logger.Level = .error, violationLevel: Logger.Level = .info,
      slowAfter: Duration = .seconds(1), includesValues: Bool = false
    ) -> StatementHook {
      StatementHook(includesValues: includesValues) { event in
        let entry: (level: Logger.Level, message: Logger.Message) =
          switch event.error {
          case is CancellationError: (level, "statement was cancelled")
          case let error as DatabaseError where error.violation != nil:
            (violationLevel, "statement violated a constraint")
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
      if waitDuration > .zero { metadata["orm.waiting_ms"] = "\(waitDuration.milliseconds)" }
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
    /// The duration in milliseconds, to the microsecond.
    fileprivate var milliseconds: Double {
      let (seconds, attoseconds) = components
      return Double(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) / 1000
    }
  }
#endif
