import ORMCore

extension Schema {
  /// A foreign key; see <https://www.sqlite.org/foreignkeys.html>.
  public struct Reference: Sendable, Hashable {
    /// The constraint's name.
    public var name: String?
    /// The referring columns.
    public var columns: [String]
    /// The referenced table.
    public var table: String
    /// The referenced columns; empty if the SQL does not name them and they are the table's primary
    /// key.
    public var tableColumns: [String]
    /// The action when the referenced row is deleted.
    public var onDelete: Action
    /// The action when the referenced key changes.
    public var onUpdate: Action
    /// The name after `MATCH`, which SQLite parses and ignores.
    public var match: String?
    /// The `DEFERRABLE` clause, if there is one.
    public var deferral: Deferral?
    /// Whether the foreign key is a column constraint, which is dropped with the column, rather
    /// than a table constraint.
    public var isOnColumn: Bool

    /// Creates a foreign key.
    public init(
      _ columns: [String], to table: String, columns tableColumns: [String] = [],
      onDelete: Action = .noAction, onUpdate: Action = .noAction, match: String? = nil,
      deferral: Deferral? = nil, name: String? = nil, isOnColumn: Bool = false
    ) {
      self.name = name
      self.columns = columns
      self.table = table
      self.tableColumns = tableColumns
      self.onDelete = onDelete
      self.onUpdate = onUpdate
      self.match = match
      self.deferral = deferral
      self.isOnColumn = isOnColumn
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.columns.haveSameBytes(as: right.columns)
        && left.table.hasSameBytes(as: right.table)
        && left.tableColumns.haveSameBytes(as: right.tableColumns)
        && left.onDelete == right.onDelete && left.onUpdate == right.onUpdate
        && left.match.hasSameBytes(as: right.match) && left.deferral == right.deferral
        && left.isOnColumn == right.isOnColumn
    }
  }

  /// The effect on the referring rows; see <https://www.sqlite.org/foreignkeys.html#fk_actions>.
  public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
    /// Leaves the rows unchanged, so that the violation is an error. This is the default.
    case noAction = "NO ACTION"
    /// Fails at once, even if the constraint is deferred.
    case restrict = "RESTRICT"
    /// Sets the referring columns to NULL.
    case setNull = "SET NULL"
    /// Sets the referring columns to their defaults.
    case setDefault = "SET DEFAULT"
    /// Deletes or updates the referring rows too.
    case cascade = "CASCADE"
  }

  /// The time at which a foreign key is checked; see
  /// <https://www.sqlite.org/foreignkeys.html#fk_deferred>.
  public enum Deferral: String, Sendable, Hashable, Codable, CaseIterable {
    /// At the end of each statement.
    case never = "NOT DEFERRABLE"
    /// At the end of each statement. SQLite can't change this for a single constraint.
    case immediate = "DEFERRABLE INITIALLY IMMEDIATE"
    /// At the commit.
    case deferred = "DEFERRABLE INITIALLY DEFERRED"
  }
}
