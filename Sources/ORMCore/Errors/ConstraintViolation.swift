/// A constraint that a write violated.
public struct ConstraintViolation: Sendable, Hashable {
  /// The kinds of constraint; see <https://www.sqlite.org/rescode.html#constraint>.
  public enum Kind: Sendable, Hashable {
    /// Another row has the same values in columns that are `UNIQUE`.
    case unique
    /// Another row has the same `PRIMARY KEY`.
    case primaryKey
    /// NULL in a column that is `NOT NULL`.
    case notNull
    /// A `CHECK` that does not hold.
    case check
    /// A row refers to a row that does not exist, or a row that other rows refer to was removed.
    case foreignKey
    /// A value that does not have the type of its column in a `STRICT` table.
    case dataType
    /// `RAISE(ABORT, …)`, or another `RAISE` that fails the statement, in a trigger.
    case trigger
    /// Another constraint, such as a virtual table's own.
    case other
  }

  /// The kind of the constraint.
  public var kind: Kind
  /// The table that has the constraint, if SQLite or the called method names it. A foreign key
  /// belongs to the child table, even if it forbids a delete from the parent table.
  public var table: String?
  /// The columns of the constraint; empty if they are not known.
  public var columns: [String]
  /// The constraint's name or SQL, if known: a `CHECK`'s name or expression, the name of an index
  /// on expressions, or the `REFERENCES` clause of a foreign key.
  public var constraint: String?

  /// Creates a description of a violated constraint.
  public init(
    kind: Kind, table: String? = nil, columns: [String] = [], constraint: String? = nil
  ) {
    self.kind = kind
    self.table = table
    self.columns = columns
    self.constraint = constraint
  }

  /// Whether the constraints are equal; names are compared byte for byte.
  public static func == (left: ConstraintViolation, right: ConstraintViolation) -> Bool {
    left.kind == right.kind && left.table.hasSameBytes(as: right.table)
      && left.columns.haveSameBytes(as: right.columns)
      && left.constraint.hasSameBytes(as: right.constraint)
  }
}
