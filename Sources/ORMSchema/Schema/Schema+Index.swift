import ORMCore

extension Schema {
  /// An index with a statement of its own; see <https://www.sqlite.org/lang_createindex.html>.
  public struct Index: Sendable, Hashable {
    /// The name, without quotes.
    public var name: String
    /// The table that it belongs to.
    public var table: String
    /// The columns and expressions in their order.
    public var columns: [IndexedColumn]
    /// Whether no two rows may have the same values.
    public var isUnique: Bool
    /// The condition of the rows that are in it, if those are not all; see
    /// <https://www.sqlite.org/partialindex.html>.
    public var condition: String?

    /// An index of these columns.
    public init(
      _ name: String, on table: String, _ columns: [IndexedColumn], isUnique: Bool = false,
      condition: String? = nil
    ) {
      self.name = name
      self.table = table
      self.columns = columns
      self.isUnique = isUnique
      self.condition = condition
    }

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.table.hasSameBytes(as: right.table)
        && left.columns == right.columns && left.isUnique == right.isUnique
        && left.condition.hasSameBytes(as: right.condition)
    }
  }
}
