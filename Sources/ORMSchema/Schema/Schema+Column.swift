public import ORMCore

extension Schema {
  /// A column of a table; its keys, checks and references are among those of the ``Table``.
  public struct Column: Sendable, Hashable {
    /// The name, without quotes.
    public var name: String
    /// The type as it is declared, such as `INTEGER` or `VARCHAR(20)`; empty if none is.
    public var type: String
    /// The `NOT NULL` constraint, if there is one. A column of a key can refuse NULL without it.
    public var notNull: NotNull?
    /// The value of a new row that has none for the column; nil if that is NULL.
    public var defaultValue: Default?
    /// The collation by which texts are compared; nil if that is `BINARY`.
    public var collation: String?
    /// The expression of a generated column.
    public var generated: Generated?
    /// The names that the column had before, the oldest first; see ``Table/formerNames``.
    public var formerNames: [String]
    /// The representation of the values; nil if it is not known, as in a database that another
    /// program created.
    public var representation: RepresentationSchema?

    /// A column with these constraints.
    public init(
      _ name: String, type: String = "", notNull: NotNull? = nil, defaultValue: Default? = nil,
      collation: String? = nil, generated: Generated? = nil, formerNames: [String] = [],
      representation: RepresentationSchema? = nil
    ) {
      self.name = name
      self.type = type
      self.notNull = notNull
      self.defaultValue = defaultValue
      self.collation = collation
      self.generated = generated
      self.formerNames = formerNames
      self.representation = representation
    }

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.type.hasSameBytes(as: right.type)
        && left.notNull == right.notNull && left.defaultValue == right.defaultValue
        && left.collation.hasSameBytes(as: right.collation) && left.generated == right.generated
        && left.formerNames.haveSameBytes(as: right.formerNames)
        && left.representation == right.representation
    }
  }

  /// A `NOT NULL` constraint.
  public struct NotNull: Sendable, Hashable, Codable {
    /// The constraint's name.
    public var name: String?
    /// What a write of NULL does; nil if that is not said and the write is aborted.
    public var conflict: Conflict?

    /// A `NOT NULL` constraint.
    public init(name: String? = nil, conflict: Conflict? = nil) {
      self.name = name
      self.conflict = conflict
    }

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.conflict == right.conflict
    }
  }

  /// The default of a column.
  public struct Default: Sendable, Hashable, Codable {
    /// The constraint's name.
    public var name: String?
    /// The value as SQL: a literal, or an expression without the parentheses around it. A word that
    /// SQLite takes for a text, as in `DEFAULT abc`, is that text: `'abc'`.
    public var expression: String

    /// A default with the value of this SQL.
    public init(_ expression: String, name: String? = nil) {
      self.name = name
      self.expression = expression
    }

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name)
        && left.expression.hasSameBytes(as: right.expression)
    }
  }

  /// What a generated column is computed from; see <https://www.sqlite.org/gencol.html>.
  public struct Generated: Sendable, Hashable {
    /// The constraint's name.
    public var name: String?
    /// The expression, without the parentheses around it.
    public var expression: String
    /// Whether the value is in the file, and not computed with each read.
    public var isStored: Bool

    /// A generated column with the value of this SQL.
    public init(_ expression: String, isStored: Bool = false, name: String? = nil) {
      self.name = name
      self.expression = expression
      self.isStored = isStored
    }

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.isStored == right.isStored
        && left.expression.hasSameBytes(as: right.expression)
    }
  }

  /// What a write does that violates a constraint; see <https://www.sqlite.org/lang_conflict.html>.
  public enum Conflict: String, Sendable, Hashable, Codable, CaseIterable {
    /// The transaction is rolled back.
    case rollback = "ROLLBACK"
    /// What the statement has done is undone: the same as if nothing is said.
    case abort = "ABORT"
    /// The statement ends, and what it has done before stays.
    case fail = "FAIL"
    /// The row is left out.
    case ignore = "IGNORE"
    /// The rows in the way are deleted; a NULL becomes the column's default.
    case replace = "REPLACE"
  }
}
