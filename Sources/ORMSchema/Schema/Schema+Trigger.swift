import ORMCore

extension Schema {
  /// A trigger; see <https://www.sqlite.org/lang_createtrigger.html>.
  public struct Trigger: Sendable, Hashable {
    /// When a trigger runs.
    public enum Timing: String, Sendable, Hashable, Codable, CaseIterable {
      /// Before the row changes, which it does if nothing is said, too.
      case before = "BEFORE"
      /// After the row has changed.
      case after = "AFTER"
      /// In place of the change, of a view.
      case insteadOf = "INSTEAD OF"
    }

    /// What a trigger runs for.
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
    /// The table or the view that it belongs to.
    public var table: String
    /// When it runs.
    public var timing: Timing
    /// What it runs for.
    public var event: Event
    /// The columns of an `UPDATE OF`; empty if any will do.
    public var columns: [String]
    /// The rest as it is written: `BEGIN … END`, with the `WHEN` before it if there is one.
    public var action: String

    /// A trigger with this action.
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

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.table.hasSameBytes(as: right.table)
        && left.timing == right.timing && left.event == right.event
        && left.columns.haveSameBytes(as: right.columns)
        && left.action.hasSameBytes(as: right.action)
    }
  }
}
