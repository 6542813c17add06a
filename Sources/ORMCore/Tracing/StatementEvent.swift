/// A statement that has run: its SQL, its times, and its outcome.
///
/// ```swift
/// print(event)
/// // 1.2 ms, 3 rows: SELECT "id", "title" FROM "album" WHERE "artistID" = $1
/// ```
public struct StatementEvent: Sendable {
  /// The SQL, with parameters in place of values.
  public let sql: String
  /// The SQL with values in place of parameters, if the hook includes them; see
  /// ``StatementHook/includesValues``. It is nil if the statement reads or writes a column that is
  /// declared with `@Column(redacted: true)`.
  public package(set) var sqlWithValues: String?
  /// Whether the statement uses a redacted column, so that no value may be shown.
  package var isRedacted = false
  /// The path of the database's file.
  public let path: String
  /// Whether the statement does not change the database.
  public let isReadOnly: Bool
  /// Whether the prepared statement was in the connection's statement cache.
  public let wasCached: Bool
  /// The time at which the statement's preparation began or, if it was cached, its execution. The
  /// wait that ``waitDuration`` measures is before this time.
  public let start: ContinuousClock.Instant
  /// The time at which the statement ended. If rows are read one by one, that is after the last
  /// row.
  public let end: ContinuousClock.Instant
  /// How long the call waited for its connection, and for locks of other processes. If a call runs
  /// several statements, only the first statement's event contains the wait.
  public let waitDuration: Duration
  /// How long SQLite took to prepare the statement; 0 if it was cached.
  public let prepareDuration: Duration
  /// How long SQLite ran the statement.
  public let stepDuration: Duration
  /// How long decoding the rows took.
  public let decodeDuration: Duration
  /// The number of rows that the statement returned.
  public let rowCount: Int
  /// The number of rows that the statement itself changed, without those that its triggers changed.
  public let changeCount: Int
  /// The error that ended the statement, if it failed.
  public let error: (any Error)?

  package init(
    sql: String, path: String, isReadOnly: Bool, wasCached: Bool, start: ContinuousClock.Instant,
    end: ContinuousClock.Instant, waiting: Duration, preparing: Duration, stepping: Duration,
    decoding: Duration, rowCount: Int, changeCount: Int, error: (any Error)?
  ) {
    self.sql = sql
    self.path = path
    self.isReadOnly = isReadOnly
    self.wasCached = wasCached
    self.start = start
    self.end = end
    self.waitDuration = waiting
    self.prepareDuration = preparing
    self.stepDuration = stepping
    self.decodeDuration = decoding
    self.rowCount = rowCount
    self.changeCount = changeCount
    self.error = error
  }

  /// The time that the statement took, without waiting, and without the time that the program spent
  /// between its rows.
  public var duration: Duration { prepareDuration + stepDuration + decodeDuration }

  /// The command: the first word of the SQL in capitals, such as `SELECT`, `INSERT` or `WITH`.
  ///
  /// There are only a few different commands, so the command can be used as a metric label.
  public var operation: String { sql.firstKeyword }

  /// The error as a log may show it: an error that the program threw while decoding a row is
  /// reduced to its type if the statement uses a redacted column.
  package var shownError: (any Error)? {
    switch error {
    case nil: nil
    case let error? where !isRedacted || Self.hasNoValues(error) || error is CancellationError:
      error
    case let error?: RedactedError(type: "\(type(of: error))")
    }
  }

  private static func hasNoValues(_ error: any Error) -> Bool {
    error is DatabaseError || error is DeadlineError || error is RowDecodingError
      || error is ValueEncodingError
  }

  /// The description of the error; nil if there is none.
  ///
  /// The library's errors contain no values. An error that the program threw while decoding a row
  /// may contain values, so only its type is described, unless the hook includes values.
  public var errorDescription: String? {
    guard let error else { return nil }
    return sqlWithValues != nil || Self.hasNoValues(error) ? "\(error)" : "\(type(of: error))"
  }
}

extension Error {
  /// The error without the message of a conversion, which may contain a value.
  package var withoutConversionMessage: any Error {
    switch self {
    case let error as RowDecodingError: error.redacted
    case let error as ValueEncodingError: error.redacted
    default: self
    }
  }
}

/// An error of the program that may contain a value of a redacted column.
private struct RedactedError: Error, CustomStringConvertible {
  let type: String

  var description: String { "\(type) \(RedactedColumns.text)" }
}

@_documentation(visibility: internal)
extension StatementEvent: CustomStringConvertible {
  /// The time, the number of rows, and the SQL, without values unless the hook includes them.
  public var description: String {
    var words = [duration.inMilliseconds]
    if waitDuration >= .milliseconds(1) { words.append("after \(waitDuration.inMilliseconds)") }
    if isReadOnly { words.append(rowCount == 1 ? "1 row" : "\(rowCount) rows") }
    if changeCount > 0 { words.append("\(changeCount) changed") }
    if let errorDescription { words.append("failed: \(errorDescription)") }
    return words.joined(separator: ", ") + ": " + (sqlWithValues ?? sql)
  }
}

extension Duration {
  /// The duration in milliseconds with three decimal places: `1.204 ms`.
  fileprivate var inMilliseconds: String {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let places = "\(1000 + microseconds % 1000)".dropFirst()
    return "\(microseconds / 1000).\(places) ms"
  }
}
