import ORMCore

extension Schema {
  /// An index with its own `CREATE INDEX`; see <https://www.sqlite.org/lang_createindex.html>.
  public struct Index: Sendable, Hashable {
    /// The name, without quotes.
    public var name: String
    /// The indexed table.
    public var table: String
    /// The indexed columns and expressions, in order.
    public var columns: [IndexedColumn]
    /// Whether the index is `UNIQUE`.
    public var isUnique: Bool
    /// The condition of a partial index; see <https://www.sqlite.org/partialindex.html>.
    public var condition: String?

    /// Creates an index.
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

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.table.hasSameBytes(as: right.table)
        && left.columns == right.columns && left.isUnique == right.isUnique
        && left.condition.hasSameBytes(as: right.condition)
    }
  }
}
