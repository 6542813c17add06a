/// Until when what a task does with databases may take.
package struct Deadline: Sendable {
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

  /// The error for a task whose time is up; nil if there is time left.
  package static func error(
    _ activity: DeadlineError.Activity, sql: String? = nil, path: String? = nil
  ) -> DeadlineError? {
    current.flatMap { $0.error(activity, sql: sql, path: path) }
  }

  /// The error for the task that has this deadline, once its time is up.
  package func error(
    _ activity: DeadlineError.Activity, sql: String? = nil, path: String? = nil
  ) -> DeadlineError? {
    let now = ContinuousClock.now
    guard now >= end else { return nil }
    return DeadlineError(
      limit: limit, elapsed: now - start, activity: activity, sql: sql, path: path)
  }

  /// - Throws: ``DeadlineError`` where the task's time is up.
  package static func check(sql: String) throws {
    if let error = error(.running, sql: sql) { throw error }
  }
}

/// A task's time for what it does with databases was up; see ``Database/within(_:_:)``.
///
/// What was under way is undone.
// Characters: an error's words
public struct DeadlineError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What a task can be at when its time is up.
  public enum Activity: String, Sendable, Hashable {
    /// Another task had the connection, or all of those that read.
    case waitingForConnection
    /// Another process held a lock.
    case waitingForLock
    /// A statement ran.
    case running
  }

  /// How long it was allowed to take.
  public var limit: Duration
  /// How long it had taken when it was stopped.
  public var elapsed: Duration
  /// What the task was at.
  public var activity: Activity
  /// The statement that was stopped, or that met the lock.
  public var sql: String?
  /// The database's file, where something was waited for.
  public var path: String?
  /// What the task was at in the program, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  package var site = CallSite.current

  /// The error of a task that was to end within `limit`.
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
      case .waitingForConnection: "waiting for a connection that other tasks have"
      case .waitingForLock: "waiting for a lock that another connection holds"
      case .running: "running a statement"
      }
    var text = "\(limit) were up after \(elapsed), \(doing)"
    if let path { text += " at \(path)" }
    text += site.suffix
    if let sql { text += " in: \(sql)" }
    return text
  }
}
