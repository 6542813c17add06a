/// A statement that has run: what it was, what it took, and how it ended.
///
/// ```swift
/// print(event)
/// // 1.2 ms, 3 rows: SELECT "id", "title" FROM "album" WHERE "artistID" = $1
/// ```
public struct StatementEvent: Sendable {
  /// The text, with parameters in place of the values.
  public let sql: String
  /// The text with the values in their places, where the hook asks for it; see
  /// ``StatementHook/includesValues``.
  public package(set) var sqlWithValues: String?
  /// The path of the database's file.
  public let path: String
  /// Whether the statement leaves the database as it is.
  public let isReadOnly: Bool
  /// Whether the statement was prepared before, and found among those that the connection keeps.
  public let wasCached: Bool
  /// When it began to be prepared or, if it was cached, to run. The wait was before.
  public let start: ContinuousClock.Instant
  /// When it had ended. Of rows that are asked for one by one, it is over when the last one is.
  public let end: ContinuousClock.Instant
  /// How long the call waited for its connection, and for the locks of other processes. Of several
  /// statements of one call it is the first that waited.
  public let waitDuration: Duration
  /// How long SQLite took to prepare the statement: 0 if it was cached.
  public let prepareDuration: Duration
  /// How long SQLite ran the statement.
  public let stepDuration: Duration
  /// How long the rows took to become values.
  public let decodeDuration: Duration
  /// How many rows it gave.
  public let rowCount: Int
  /// How many rows it changed itself, without triggers.
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

  /// All of its time but the wait, and but what others did between its rows.
  public var duration: Duration { prepareDuration + stepDuration + decodeDuration }

  /// The command, which is the first word of the text, in capitals: `SELECT`, `INSERT`, `WITH`.
  ///
  /// There are no more of them than SQLite has commands, so that events can be counted by it.
  public var operation: String { sql.firstKeyword }

  /// What the error says; nil if there is none.
  ///
  /// The library's errors hold no values. One of the program's own, which reading a row threw, may:
  /// it is named by its type alone, unless the hook asks for values.
  public var errorDescription: String? {
    guard let error else { return nil }
    switch error {
    case is DatabaseError, is DeadlineError, is RowDecodingError, is ValueEncodingError:
      return "\(error)"
    default: return sqlWithValues == nil ? "\(type(of: error))" : "\(error)"
    }
  }
}

@_documentation(visibility: internal)
extension StatementEvent: CustomStringConvertible {
  /// The time, the rows, and the text: without values unless the hook asks for them.
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
  /// The duration to three places: `1.204 ms`.
  fileprivate var inMilliseconds: String {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let places = "\(1000 + microseconds % 1000)".dropFirst()
    return "\(microseconds / 1000).\(places) ms"
  }
}
