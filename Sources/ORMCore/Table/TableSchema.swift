/// The schema of a table as a value, from which `CREATE TABLE` and `CREATE INDEX` are rendered.
public struct TableSchema: Sendable, Hashable, Codable {
  /// The table's name in the database.
  public var name: String
  /// The former names of the table, oldest first. They are declared by the struct, and are not
  /// encoded.
  public var formerNames: [String] = []
  /// The columns, in the order of `CREATE TABLE`.
  public var columns: [ColumnSchema] = []
  /// The names of the key's columns, in order; empty if there is no key.
  public var primaryKey: [String] = []
  /// Whether keys of deleted rows are never reused; requires a single INTEGER key. The default is
  /// false.
  public var autoincrement = false
  /// The foreign keys.
  public var foreignKeys: [ForeignKey] = []
  /// The indexes that `CREATE INDEX` creates; `UNIQUE` columns have their own indexes.
  public var indexes: [IndexSchema] = []
  /// Table constraints as SQL, in declared order.
  public var constraints: [String] = []
  /// Whether the table is `STRICT`; see <https://www.sqlite.org/stricttables.html>. The default is
  /// true.
  public var isStrict = true
  /// Whether the table is `WITHOUT ROWID`; see <https://www.sqlite.org/withoutrowid.html>. The
  /// default is false.
  public var isWithoutRowID = false

  private enum CodingKeys: String, CodingKey {
    case name, columns, primaryKey, autoincrement, foreignKeys, indexes, constraints, isStrict
    case isWithoutRowID
  }

  /// Creates the schema of a table without columns.
  public init(_ name: String) { self.name = name }
}

/// A column of a ``TableSchema``.
public struct ColumnSchema: Sendable, Hashable, Codable {
  /// The column's name in the database.
  public var name: String
  /// The former names of the column, oldest first. They are declared by the struct, and are not
  /// encoded.
  public var formerNames: [String] = []
  /// The declared type.
  public var type: ColumnType
  /// Whether the column may be NULL.
  public var isNullable: Bool
  /// Whether the column is `UNIQUE`.
  public var isUnique = false
  /// The `DEFAULT`, as SQL.
  public var defaultSQL: String?
  /// The `COLLATE`: the collation by which its text is compared.
  public var collation: String?
  /// The `CHECK` condition of the column, as SQL.
  public var check: String?
  /// The expression of a generated column; nil if the column is written.
  public var generated: GeneratedColumn?
  /// Whether the column is fetched but never written.
  public var isReadOnly = false
  /// Whether the column is fetched only on request.
  public var isLazy = false
  /// The representation of the values; nil if it is not known.
  public var representation: RepresentationSchema?
  /// Whether the stored form is the text of a number, which a column of another declared type
  /// converts to a number. It is declared by the struct, and is neither compared nor encoded.
  package var isNumberAsText = false
  /// The part of the struct's declaration that is neither compared nor encoded.
  package var declared = DeclaredColumn()

  private enum CodingKeys: String, CodingKey {
    case name, type, isNullable, isUnique, defaultSQL, collation, check, generated
    case isReadOnly, isLazy, representation
  }

  /// Creates a column whose only constraint is `NOT NULL`, if it is not nullable.
  public init(_ name: String, type: ColumnType, isNullable: Bool) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
  }

  /// Whether `INSERT` and `UPDATE` may name the column.
  public var isWritable: Bool { generated == nil && !isReadOnly }
}

/// The expression of a generated column; see <https://www.sqlite.org/gencol.html>.
public struct GeneratedColumn: Sendable, Hashable, Codable {
  /// The expression, as SQL.
  public var expression: String
  /// Whether the value is stored in the file; if false, each read computes it.
  public var isStored: Bool

  /// Returns a column that is computed when it is read.
  public static func virtual(_ expression: String) -> GeneratedColumn {
    GeneratedColumn(expression: expression, isStored: false)
  }
  /// Returns a column that is computed when the row is written, and stored.
  public static func stored(_ expression: String) -> GeneratedColumn {
    GeneratedColumn(expression: expression, isStored: true)
  }
}

/// A foreign key; see <https://www.sqlite.org/foreignkeys.html>.
public struct ForeignKey: Sendable, Hashable, Codable {
  /// The action on a child row whose parent row is deleted or changes its key.
  public enum Action: String, Sendable, Hashable, Codable {
    /// The change is refused at the end of the statement or, if the foreign key is deferred, of the
    /// transaction.
    case noAction = "NO ACTION"
    /// The change is refused immediately.
    case restrict = "RESTRICT"
    /// The referring columns are set to NULL.
    case setNull = "SET NULL"
    /// The referring columns are set to their defaults.
    case setDefault = "SET DEFAULT"
    /// The child row is deleted too, or its foreign key is updated to the changed key.
    case cascade = "CASCADE"
  }

  /// The referring columns, in the order of ``parentColumns``.
  public var columns: [String]
  /// The table that the foreign key refers to.
  public var parentTable: String
  /// The columns that the foreign key refers to: the primary key of that table, or unique columns.
  public var parentColumns: [String]
  /// The action when the parent row is deleted. The default is ``Action/noAction``.
  public var onDelete: Action = .noAction
  /// The action when the key of the parent row changes. The default is ``Action/noAction``.
  public var onUpdate: Action = .noAction
  /// The part of the struct's declaration that is neither compared nor encoded.
  package var parent = DeclaredParent()

  private enum CodingKeys: String, CodingKey {
    case columns, parentTable, parentColumns, onDelete, onUpdate
  }

  /// Creates a foreign key from columns to columns of another table.
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
  /// The index's name in the database.
  public var name: String
  /// The columns, in the order of the index; empty if it has ``terms``.
  public var columns: [String]
  /// The indexed terms as SQL, if they are more than columns: `lower("title")`, `"year" DESC`.
  public var terms: [String] = []
  /// Whether the index is `UNIQUE`: no two rows have the same values in it.
  public var isUnique: Bool
  /// The condition of a partial index, as SQL.
  public var condition: String?

  /// Creates an index on these columns.
  public init(_ name: String, columns: [String], isUnique: Bool = false, condition: String? = nil) {
    self.name = name
    self.columns = columns
    self.isUnique = isUnique
    self.condition = condition
  }

  /// Creates an index on these SQL terms.
  public init(_ name: String, terms: [String], isUnique: Bool = false, condition: String? = nil) {
    self.init(name, columns: [], isUnique: isUnique, condition: condition)
    self.terms = terms
  }

  /// Decodes an index that `encode(to:)` encoded, in this version or before indexes had terms.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    columns = try values.decode([String].self, forKey: .columns)
    terms = try values.decodeIfPresent([String].self, forKey: .terms) ?? []
    isUnique = try values.decode(Bool.self, forKey: .isUnique)
    condition = try values.decodeIfPresent(String.self, forKey: .condition)
  }
}
