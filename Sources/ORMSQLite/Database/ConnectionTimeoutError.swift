import ORMCore

/// A connection that other tasks have was waited for in vain, for as long as
/// ``Configuration/connectionTimeout`` says.
///
/// ```swift
/// do {
///   try await db.insert(album)
/// } catch let error as ConnectionTimeoutError {
///   print(error.holders)          // a transaction that has gone on for 31 seconds
/// }
/// ```
///
/// Nothing was done. Two tasks that wait for each other, each in a transaction of a database that
/// the other wants to write to, come to their end by it, and so does a task that waits for a stream
/// or a snapshot of its own.
// Characters: an error's words
public struct ConnectionTimeoutError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What a connection is had for.
  public enum Activity: String, Sendable, Hashable {
    /// A verb, a `read { }`, or a `transaction { }` whose closure waits for nothing.
    case call
    /// A `transaction { }` whose closure waits for something else.
    case transaction
    /// Rows that someone iterates over; see ``RowStream``.
    case stream
    /// A ``Snapshot`` that is not closed.
    case snapshot
    /// A backup.
    case backup
  }

  /// Who has a connection.
  // Characters: an error's words
  public struct Holder: Sendable, Hashable, CustomStringConvertible {
    /// What for.
    public var activity: Activity
    /// The statement whose rows are read, of a stream.
    public var sql: String?
    /// For how long; of a call, for how long at least, if known.
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
      let time = duration.map { activity == .call ? " for \($0) at least" : " for \($0)" } ?? ""
      return name + time + (sql.map { " (\($0))" } ?? "")
    }
  }

  /// How long it was to be waited at most.
  public var limit: Duration
  /// How long it was waited.
  public var waited: Duration
  /// The database's file; empty for a temporary database and `:memory:` for one in memory.
  public var path: String
  /// Who has the connections.
  public var holders: [Holder]
  /// Where in the program it was waited, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  var site = CallSite.current

  public init(limit: Duration, waited: Duration, path: String, holders: [Holder]) {
    self.limit = limit
    self.waited = waited
    self.path = path
    self.holders = holders
  }

  public var description: String {
    "a connection to \(path) was waited for in vain for \(waited); it is held by "
      + holders.map(\.description).joined(separator: ", ") + site.suffix
  }
}
