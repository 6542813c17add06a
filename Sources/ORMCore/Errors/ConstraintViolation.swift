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
    /// A reference to a row that is not there, or a row gone that others refer to.
    case foreignKey
    /// A value of another type than the column of a `STRICT` table has.
    case dataType
    /// `RAISE(ABORT, …)` and the like in a trigger.
    case trigger
    /// Another constraint, such as a virtual table's own.
    case other
  }

  /// What kind of constraint it is.
  public var kind: Kind
  /// The table that has the constraint, if SQLite or the verb names it. A foreign key belongs to
  /// the table that refers, even if it forbids a delete from the one referred to.
  public var table: String?
  /// The columns, if they are known.
  public var columns: [String]
  /// What else is named: a `CHECK`'s name or text, an index on expressions, what a foreign key
  /// refers to.
  public var constraint: String?

  /// What is known of a violated constraint.
  public init(
    kind: Kind, table: String? = nil, columns: [String] = [], constraint: String? = nil
  ) {
    self.kind = kind
    self.table = table
    self.columns = columns
    self.constraint = constraint
  }

  /// Whether the constraints are the same, their names byte for byte.
  public static func == (left: ConstraintViolation, right: ConstraintViolation) -> Bool {
    left.kind == right.kind && left.table.hasSameBytes(as: right.table)
      && left.columns.haveSameBytes(as: right.columns)
      && left.constraint.hasSameBytes(as: right.constraint)
  }
}
