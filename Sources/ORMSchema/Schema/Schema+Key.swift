import ORMCore

extension Schema {
  /// A `PRIMARY KEY` or a `UNIQUE` constraint.
  public struct Key: Sendable, Hashable {
    /// The kind of a key.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// `PRIMARY KEY`
      case primary
      /// `UNIQUE`
      case unique
    }

    /// The constraint's name.
    public var name: String?
    /// The kind of the key.
    public var kind: Kind
    /// The columns, in order.
    public var columns: [IndexedColumn]
    /// The effect of writing a duplicate; nil if it is not specified and the write is aborted.
    public var conflict: Conflict?
    /// Whether the key is `AUTOINCREMENT`, so that a deleted row's key is never reused; see
    /// <https://www.sqlite.org/autoinc.html>.
    public var isAutoincrement: Bool
    /// Whether the key is a column constraint rather than a table constraint.
    public var isOnColumn: Bool

    /// Creates a key.
    public init(
      _ kind: Kind, _ columns: [IndexedColumn], name: String? = nil, conflict: Conflict? = nil,
      isAutoincrement: Bool = false, isOnColumn: Bool = false
    ) {
      self.name = name
      self.kind = kind
      self.columns = columns
      self.conflict = conflict
      self.isAutoincrement = isAutoincrement
      self.isOnColumn = isOnColumn
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.kind == right.kind
        && left.columns == right.columns && left.conflict == right.conflict
        && left.isAutoincrement == right.isAutoincrement && left.isOnColumn == right.isOnColumn
    }
  }

  /// A column or an expression of an index or a key, with its order.
  ///
  /// See <https://www.sqlite.org/syntax/indexed-column.html>.
  public struct IndexedColumn: Sendable, Hashable {
    /// The name of the column, without quotes, or the SQL of the expression.
    public var text: String
    /// Whether it is an expression; see <https://www.sqlite.org/expridx.html>.
    public var isExpression: Bool
    /// The collation of the term; nil if it is the column's collation.
    public var collation: String?
    /// Whether the order is descending.
    public var isDescending: Bool

    /// Creates a term that is a column.
    public init(_ column: String, collation: String? = nil, isDescending: Bool = false) {
      text = column
      isExpression = false
      self.collation = collation
      self.isDescending = isDescending
    }

    /// Creates a term that is an expression.
    public init(expression: String, collation: String? = nil, isDescending: Bool = false) {
      text = expression
      isExpression = true
      self.collation = collation
      self.isDescending = isDescending
    }

    /// The column's name; nil for an expression.
    public var column: String? { isExpression ? nil : text }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.text.hasSameBytes(as: right.text) && left.isExpression == right.isExpression
        && left.collation.hasSameBytes(as: right.collation)
        && left.isDescending == right.isDescending
    }
  }
}
