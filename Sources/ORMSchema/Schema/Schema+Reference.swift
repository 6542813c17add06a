import ORMCore

extension Schema {
  /// A foreign key; see <https://www.sqlite.org/foreignkeys.html>.
  public struct Reference: Sendable, Hashable {
    /// The constraint's name.
    public var name: String?
    /// The columns that refer.
    public var columns: [String]
    /// The table that they refer to.
    public var table: String
    /// The columns that they refer to; empty if none are said and it is that table's primary key.
    public var tableColumns: [String]
    /// What happens with the row if the one that it refers to is deleted.
    public var onDelete: Action
    /// What happens with the row if the key that it refers to changes.
    public var onUpdate: Action
    /// The name behind `MATCH`, which SQLite reads and does not use.
    public var match: String?
    /// Whether it may be violated up to the commit, if that is said.
    public var deferral: Deferral?
    /// Whether it is written at its column, with which it is dropped, and not behind all columns.
    public var isOnColumn: Bool

    /// A foreign key of these columns.
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

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.columns.haveSameBytes(as: right.columns)
        && left.table.hasSameBytes(as: right.table)
        && left.tableColumns.haveSameBytes(as: right.tableColumns)
        && left.onDelete == right.onDelete && left.onUpdate == right.onUpdate
        && left.match.hasSameBytes(as: right.match) && left.deferral == right.deferral
        && left.isOnColumn == right.isOnColumn
    }
  }

  /// What happens with a row that refers to another one; see
  /// <https://www.sqlite.org/foreignkeys.html#fk_actions>.
  public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing, and the violation is an error: the same as if nothing is said.
    case noAction = "NO ACTION"
    /// An error at once, also if the constraint is deferred.
    case restrict = "RESTRICT"
    /// The columns that refer become NULL.
    case setNull = "SET NULL"
    /// The columns that refer get their defaults.
    case setDefault = "SET DEFAULT"
    /// The row is deleted or changed, too.
    case cascade = "CASCADE"
  }

  /// When a foreign key is checked; see <https://www.sqlite.org/foreignkeys.html#fk_deferred>.
  public enum Deferral: String, Sendable, Hashable, Codable, CaseIterable {
    /// At the end of each statement.
    case never = "NOT DEFERRABLE"
    /// At the end of each statement, which SQLite has no way to change for one constraint.
    case immediate = "DEFERRABLE INITIALLY IMMEDIATE"
    /// At the commit.
    case deferred = "DEFERRABLE INITIALLY DEFERRED"
  }
}
