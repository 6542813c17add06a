/// The description of a table as a value: what `CREATE TABLE` and its indexes are made of.
public struct TableSchema: Sendable, Hashable, Codable {
  /// The table's name in the database.
  public var name: String
  public var columns: [ColumnSchema] = []
  /// The names of the key's columns, in order; empty where there is no key.
  public var primaryKey: [String] = []
  /// Whether keys of deleted rows are never given again; needs a single INTEGER key.
  public var autoincrement = false
  public var foreignKeys: [ForeignKey] = []
  public var indexes: [IndexSchema] = []
  /// Table constraints as SQL, in the order they were written.
  public var constraints: [String] = []
  /// See <https://www.sqlite.org/stricttables.html>.
  public var isStrict = true
  /// See <https://www.sqlite.org/withoutrowid.html>.
  public var isWithoutRowID = false

  public init(_ name: String) { self.name = name }
}

/// A column of a ``TableSchema``.
public struct ColumnSchema: Sendable, Hashable, Codable {
  public var name: String
  public var type: ColumnType
  public var isNullable: Bool
  public var isUnique = false
  /// The `DEFAULT`, as SQL.
  public var defaultSQL: String?
  public var collation: String?
  /// A condition on the column, as SQL.
  public var check: String?
  public var generated: GeneratedColumn?
  /// Whether the column is filled by a fetch and never written.
  public var isReadOnly = false
  /// Whether the column is fetched only when asked for.
  public var isLazy = false

  public init(_ name: String, type: ColumnType, isNullable: Bool) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }

  /// Whether `INSERT` and `UPDATE` may name the column.
  public var isWritable: Bool { generated == nil && !isReadOnly }
}

/// How a generated column comes by its value; see <https://www.sqlite.org/gencol.html>.
public struct GeneratedColumn: Sendable, Hashable, Codable {
  /// The expression, as SQL.
  public var expression: String
  /// Whether the value is kept in the file, or computed by each read.
  public var isStored: Bool

  /// Computed when it is read.
  public static func virtual(_ expression: String) -> GeneratedColumn {
    GeneratedColumn(expression: expression, isStored: false)
  }
  /// Computed when the row is written, and kept.
  public static func stored(_ expression: String) -> GeneratedColumn {
    GeneratedColumn(expression: expression, isStored: true)
  }
}

/// A reference to the rows of another table; see <https://www.sqlite.org/foreignkeys.html>.
public struct ForeignKey: Sendable, Hashable, Codable {
  /// What happens to a row whose parent is deleted or changes its key.
  public enum Action: String, Sendable, Hashable, Codable {
    case noAction = "NO ACTION"
    case restrict = "RESTRICT"
    case setNull = "SET NULL"
    case setDefault = "SET DEFAULT"
    case cascade = "CASCADE"
  }

  public var columns: [String]
  public var parentTable: String
  public var parentColumns: [String]
  public var onDelete: Action = .noAction
  public var onUpdate: Action = .noAction

  public init(
    columns: [String], parentTable: String, parentColumns: [String],
    onDelete: Action = .noAction, onUpdate: Action = .noAction
  ) {
    self.columns = columns
    self.parentTable = parentTable
    self.parentColumns = parentColumns
    self.onDelete = onDelete
    self.onUpdate = onUpdate
  }
}

/// An index; see <https://www.sqlite.org/lang_createindex.html>.
public struct IndexSchema: Sendable, Hashable, Codable {
  public var name: String
  public var columns: [String]
  public var isUnique: Bool
  /// The condition of a partial index, as SQL.
  public var condition: String?

  public init(_ name: String, columns: [String], isUnique: Bool = false, condition: String? = nil) {
    self.name = name
    self.columns = columns
    self.isUnique = isUnique
    self.condition = condition
  }
}
