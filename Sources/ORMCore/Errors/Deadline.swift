/// The time by which a task's database calls must finish.
@usableFromInline package struct Deadline: Sendable {
  @TaskLocal package static var current: Deadline?

  let start: ContinuousClock.Instant
  let limit: Duration

  package init(
    start: ContinuousClock.Instant, limit: Duration
  ) {
    self.start = start
    self.limit = limit
  }

  package var end: ContinuousClock.Instant { start + limit }

  package static var hasPassed: Bool {
    guard let current else { return false }
    return ContinuousClock.now >= current.end
  }

  /// Returns the error for the current task if its deadline has passed; otherwise nil.
  package static func error(
    _ activity: DeadlineError.Activity, sql: String? = nil, path: String? = nil
  ) -> DeadlineError? {
    current.flatMap { $0.error(activity, sql: sql, path: path) }
  }

  /// Returns the error for a task with this deadline if the deadline has passed; otherwise nil.
  @usableFromInline
  package func error(
    _ activity: DeadlineError.Activity, sql: String? = nil, path: String? = nil,
    at now: ContinuousClock.Instant = .now
  ) -> DeadlineError? {
    guard now >= end else { return nil }
    return DeadlineError(
      limit: limit, elapsed: now - start, activity: activity, sql: sql, path: path)
  }

  /// - Throws: ``DeadlineError`` if the task's deadline has passed.
  package static func check(sql: String) throws {
    if let error = error(.running, sql: sql) { throw error }
  }
}

/// The deadline of a task's database calls has passed; see ``Database/within(_:_:)``.
///
/// The statement or transaction that was running is rolled back.
// Characters: an error's words
public struct DeadlineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The activity of a task when its deadline passes.
  public enum Activity: String, Sendable, Hashable {
    /// The task waited for a connection: other tasks had the writer, or all of the readers.
    case waitingForConnection
    /// The task waited for a lock that another connection held.
    case waitingForLock
    /// The task ran a statement.
    case running
  }

  /// The time that the task was allowed to take.
  public var limit: Duration
  /// The time that the task had taken when it was stopped.
  public var elapsed: Duration
  /// The task's activity when it was stopped.
  public var activity: Activity
  /// The SQL of the statement that was stopped, or that waited for the lock.
  public var sql: String?
  /// The path of the database's file, if the task waited for a connection or a lock.
  public var path: String?
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  package var site = CallSite.current

  /// Creates the error for a task that had to finish within `limit`.
  public init(
    limit: Duration, elapsed: Duration, activity: Activity, sql: String? = nil,
    path: String? = nil
  ) {
    self.limit = limit
    self.elapsed = elapsed
    self.activity = activity
    self.sql = sql
    self.path = path
  }

  public var description: String {
    let doing =
      switch activity {
      case .waitingForConnection: "waiting for a connection that other tasks hold"
      case .waitingForLock: "waiting for a lock that another connection holds"
      case .running: "running a statement"
      }
    var text = "the deadline of \(limit) passed; stopped after \(elapsed), \(doing)"
    if let path { text += " at \(path)" }
    text += site.suffix
    if let sql { text += " in: \(sql)" }
    return text
  }
}
