public import ORMCore

extension Schema {
  /// A column of a table. Its keys, checks and references are in the ``Table``.
  public struct Column: Sendable, Hashable {
    /// The name, without quotes.
    public var name: String
    /// The declared type, such as `INTEGER` or `VARCHAR(20)`; empty if there is none.
    public var type: String
    /// The `NOT NULL` constraint, if there is one. A key column can refuse NULL without it.
    public var notNull: NotNull?
    /// The default value; nil if it is NULL.
    public var defaultValue: Default?
    /// The collation that texts are compared by; nil if it is `BINARY`.
    public var collation: String?
    /// The expression of a generated column; nil for any other.
    public var generated: Generated?
    /// The column's former names, oldest first; see ``Table/formerNames``.
    public var formerNames: [String]
    /// The representation of the values; nil if it is unknown, as in a database that another
    /// program created.
    public var representation: RepresentationSchema?

    /// Creates a column.
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

    /// Whether both are equal, byte for byte.
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
    /// The effect of writing NULL; nil if it is not specified and the write is aborted.
    public var conflict: Conflict?

    /// Creates a `NOT NULL` constraint.
    public init(name: String? = nil, conflict: Conflict? = nil) {
      self.name = name
      self.conflict = conflict
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.conflict == right.conflict
    }
  }

  /// The default of a column.
  public struct Default: Sendable, Hashable, Codable {
    /// The constraint's name.
    public var name: String?
    /// The value as SQL: a literal, or an expression without its parentheses. A word that SQLite
    /// reads as text, as in `DEFAULT abc`, is that text: `'abc'`.
    public var expression: String

    /// Creates a default from SQL.
    public init(_ expression: String, name: String? = nil) {
      self.name = name
      self.expression = expression
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name)
        && left.expression.hasSameBytes(as: right.expression)
    }
  }

  /// The expression of a generated column; see <https://www.sqlite.org/gencol.html>.
  public struct Generated: Sendable, Hashable {
    /// The constraint's name.
    public var name: String?
    /// The expression, without its parentheses.
    public var expression: String
    /// Whether the value is stored rather than computed by each read.
    public var isStored: Bool

    /// Creates the expression of a generated column from SQL.
    public init(_ expression: String, isStored: Bool = false, name: String? = nil) {
      self.name = name
      self.expression = expression
      self.isStored = isStored
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.isStored == right.isStored
        && left.expression.hasSameBytes(as: right.expression)
    }
  }

  /// The effect of a write that violates a constraint; see
  /// <https://www.sqlite.org/lang_conflict.html>.
  public enum Conflict: String, Sendable, Hashable, Codable, CaseIterable {
    /// Rolls back the transaction.
    case rollback = "ROLLBACK"
    /// Undoes the statement's changes. This is the default.
    case abort = "ABORT"
    /// Ends the statement and keeps its earlier changes.
    case fail = "FAIL"
    /// Skips the row.
    case ignore = "IGNORE"
    /// Deletes the conflicting rows; a NULL becomes the column's default.
    case replace = "REPLACE"
  }
}
