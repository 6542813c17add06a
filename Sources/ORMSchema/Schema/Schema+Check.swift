import ORMCore

extension Schema {
  /// A `CHECK` constraint.
  public struct Check: Sendable, Hashable, Codable {
    /// The constraint's name, which an error contains in place of the expression.
    ///
    /// SQLite also gives a check the name of the constraint before it if there is no comma between
    /// them, or only the comma after the last column: the check in
    /// `a INT CONSTRAINT x NOT NULL CHECK (a > 0)` is called `x`.
    public var name: String?
    /// The expression, without its parentheses.
    public var expression: String
    /// The column that declares the check and is dropped with it; nil for a table constraint.
    public var column: String?

    /// Creates a check from an SQL expression.
    public init(_ expression: String, name: String? = nil, column: String? = nil) {
      self.name = name
      self.expression = expression
      self.column = column
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.column.hasSameBytes(as: right.column)
        && left.expression.hasSameBytes(as: right.expression)
    }
  }
}
