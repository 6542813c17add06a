import ORMCore

extension Schema {
  /// A table, with everything in its `CREATE TABLE` statement.
  ///
  /// See <https://www.sqlite.org/lang_createtable.html>.
  public struct Table: Sendable, Hashable {
    /// The name, without quotes.
    public var name: String
    /// The columns in order, including generated ones.
    public var columns: [Column]
    /// The primary key and the `UNIQUE` constraints, in the order in which SQLite numbers their
    /// indexes.
    public var keys: [Key]
    /// The `CHECK` constraints.
    public var checks: [Check]
    /// The foreign keys.
    public var references: [Reference]
    /// Whether the table is `STRICT`; see <https://www.sqlite.org/stricttables.html>.
    public var isStrict: Bool
    /// Whether the table is `WITHOUT ROWID`; see <https://www.sqlite.org/withoutrowid.html>.
    public var isWithoutRowID: Bool
    /// The table's former names, oldest first. They are declared with the struct; a database does
    /// not contain them.
    public var formerNames: [String]

    /// Creates a table.
    public init(
      _ name: String, columns: [Column], keys: [Key] = [], checks: [Check] = [],
      references: [Reference] = [], isStrict: Bool = false, isWithoutRowID: Bool = false,
      formerNames: [String] = []
    ) {
      self.name = name
      self.columns = columns
      self.keys = keys
      self.checks = checks
      self.references = references
      self.isStrict = isStrict
      self.isWithoutRowID = isWithoutRowID
      self.formerNames = formerNames
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.columns == right.columns
        && left.keys == right.keys && left.checks == right.checks
        && left.references == right.references && left.isStrict == right.isStrict
        && left.isWithoutRowID == right.isWithoutRowID
        && left.formerNames.haveSameBytes(as: right.formerNames)
    }
  }
}

extension Schema.Table {
  /// The primary key, if there is one.
  public var primaryKey: Schema.Key? { keys.first { $0.kind == .primary } }

  /// Returns the column with this name, ignoring case as SQLite does.
  public func column(_ name: String) -> Schema.Column? {
    columns.first { $0.name.isSameName(as: name) }
  }

  /// The column that is an alias of the rowid, if there is one: the only column of the primary key,
  /// if its declared type is exactly `INTEGER`.
  ///
  /// `INTEGER PRIMARY KEY DESC` as a column constraint is not an alias, while `PRIMARY KEY (id
  /// DESC)` as a table constraint is: an old mistake, which SQLite keeps for compatibility. See
  /// <https://www.sqlite.org/lang_createtable.html#rowids_and_the_integer_primary_key>.
  public var rowIDColumn: Schema.Column? {
    guard !isWithoutRowID, let key = primaryKey, key.columns.count == 1,
      let part = key.columns.first,
      let column = part.column.flatMap(column), column.type.isSameName(as: "INTEGER")
    else { return nil }
    return key.isOnColumn && part.isDescending ? nil : column
  }
}
