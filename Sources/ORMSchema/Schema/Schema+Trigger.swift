import ORMCore

extension Schema {
  /// A trigger; see <https://www.sqlite.org/lang_createtrigger.html>.
  public struct Trigger: Sendable, Hashable {
    /// The time at which a trigger runs.
    public enum Timing: String, Sendable, Hashable, Codable, CaseIterable {
      /// Before the row changes. This is the default.
      case before = "BEFORE"
      /// After the row has changed.
      case after = "AFTER"
      /// In place of the change, for a view.
      case insteadOf = "INSTEAD OF"
    }

    /// The change that a trigger runs for.
    public enum Event: String, Sendable, Hashable, Codable, CaseIterable {
      /// A row is inserted.
      case insert = "INSERT"
      /// A row is updated.
      case update = "UPDATE"
      /// A row is deleted.
      case delete = "DELETE"
    }

    /// The name, without quotes.
    public var name: String
    /// The table or view that it belongs to.
    public var table: String
    /// The time at which it runs.
    public var timing: Timing
    /// The change that it runs for.
    public var event: Event
    /// The columns of an `UPDATE OF`; empty for any column.
    public var columns: [String]
    /// The rest of the statement, verbatim: `BEGIN … END`, with any `WHEN` before it.
    public var action: String

    /// Creates a trigger.
    public init(
      _ name: String, _ timing: Timing, _ event: Event, of columns: [String] = [],
      on table: String, action: String
    ) {
      self.name = name
      self.table = table
      self.timing = timing
      self.event = event
      self.columns = columns
      self.action = action
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.table.hasSameBytes(as: right.table)
        && left.timing == right.timing && left.event == right.event
        && left.columns.haveSameBytes(as: right.columns)
        && left.action.hasSameBytes(as: right.action)
    }
  }
}
