/// A task has waited longer than ``Configuration/connectionTimeout`` for a connection that other
/// tasks use.
///
/// ```swift
/// do {
///   try await db.insert(album)
/// } catch let error as ConnectionTimeoutError {
///   print(error.holders)          // a transaction that has gone on for 31 seconds
/// }
/// ```
///
/// The call has done nothing. The error also ends deadlocks: two tasks may each be in a transaction
/// of a database that the other one wants to write to, or a task may wait for a connection that its
/// own stream or snapshot uses.
// Characters: an error's words
public struct ConnectionTimeoutError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The use of a connection.
  public enum Activity: String, Sendable, Hashable {
    /// A method such as `insert` or `fetch`, a `read { }`, or a `transaction { }` whose closure
    /// does not `await`.
    case call
    /// A `transaction { }` whose closure may `await`.
    case transaction
    /// A stream that is iterated over; see ``RowStream``.
    case stream
    /// A ``Snapshot`` that is not closed.
    case snapshot
    /// A backup.
    case backup
  }

  /// A holder of a connection.
  // Characters: an error's words
  public struct Holder: Sendable, Hashable, CustomStringConvertible {
    /// The use of the connection.
    public var activity: Activity
    /// The statement of a stream; nil for other uses.
    public var sql: String?
    /// The time for which the connection has been in use, if it is known. For a call, it is a lower
    /// bound.
    public var duration: Duration?

    public init(activity: Activity, sql: String? = nil, duration: Duration? = nil) {
      self.activity = activity
      self.sql = sql
      self.duration = duration
    }

    public var description: String {
      let name =
        switch activity {
        case .call: "a call"
        case .transaction: "a transaction that waits for something"
        case .stream: "a stream"
        case .snapshot: "a snapshot"
        case .backup: "a backup"
        }
      let time = duration.map { activity == .call ? " for at least \($0)" : " for \($0)" } ?? ""
      return name + time + (sql.map { " (\($0))" } ?? "")
    }
  }

  /// The maximum time to wait.
  public var limit: Duration
  /// The time that the task has waited.
  public var waited: Duration
  /// The database's file; empty for a temporary database and `:memory:` for one in memory.
  public var path: String
  /// The holders of the connections.
  public var holders: [Holder]
  /// The place in the program that waited, if it is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  package var site = CallSite.current

  public init(limit: Duration, waited: Duration, path: String, holders: [Holder]) {
    self.limit = limit
    self.waited = waited
    self.path = path
    self.holders = holders
  }

  public var description: String {
    "no connection to \(path) became free within \(waited); used by "
      + holders.map(\.description).joined(separator: ", ") + site.suffix
  }
}
