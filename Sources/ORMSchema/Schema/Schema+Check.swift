import ORMCore

extension Schema {
  /// A `CHECK` constraint.
  public struct Check: Sendable, Hashable, Codable {
    /// The constraint's name, which the error says in place of the expression.
    ///
    /// SQLite uses the name of one constraint for a check behind it, too, as long as no comma is
    /// between them: of `a INT CONSTRAINT x NOT NULL CHECK (a > 0)` the check is called `x`.
    public var name: String?
    /// The expression, without the parentheses around it.
    public var expression: String
    /// The column at which it is written, with which it is dropped; nil if it is behind all
    /// columns.
    public var column: String?

    /// A check of this SQL.
    public init(_ expression: String, name: String? = nil, column: String? = nil) {
      self.name = name
      self.expression = expression
      self.column = column
    }

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.column.hasSameBytes(as: right.column)
        && left.expression.hasSameBytes(as: right.expression)
    }
  }
}
