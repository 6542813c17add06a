/// The description of a table as a value: what `CREATE TABLE` and its indexes are made of.
public struct TableSchema: Sendable, Hashable, Codable {
  /// The table's name in the database.
  public var name: String
  /// The names that the table had before, the oldest first. Of the struct alone: it is no part of
  /// what is encoded.
  public var formerNames: [String] = []
  /// The columns, in the order of `CREATE TABLE`.
  public var columns: [ColumnSchema] = []
  /// The names of the key's columns, in order; empty if there is no key.
  public var primaryKey: [String] = []
  /// Whether keys of deleted rows are never given again; needs a single INTEGER key.
  public var autoincrement = false
  /// The references to other tables.
  public var foreignKeys: [ForeignKey] = []
  /// The indexes that `CREATE INDEX` makes; `UNIQUE` columns have theirs.
  public var indexes: [IndexSchema] = []
  /// Table constraints as SQL, in the order they were written.
  public var constraints: [String] = []
  /// See <https://www.sqlite.org/stricttables.html>.
  public var isStrict = true
  /// See <https://www.sqlite.org/withoutrowid.html>.
  public var isWithoutRowID = false

  private enum CodingKeys: String, CodingKey {
    case name, columns, primaryKey, autoincrement, foreignKeys, indexes, constraints, isStrict
    case isWithoutRowID
  }

  /// A table without columns yet.
  public init(_ name: String) { self.name = name }
}

/// A column of a ``TableSchema``.
public struct ColumnSchema: Sendable, Hashable, Codable {
  /// The column's name in the database.
  public var name: String
  /// The names that the column had before, the oldest first. Of the struct alone: it is no part of
  /// what is encoded.
  public var formerNames: [String] = []
  /// The declared type.
  public var type: ColumnType
  /// Whether the column may be NULL.
  public var isNullable: Bool
  /// Whether the column is `UNIQUE`.
  public var isUnique = false
  /// The `DEFAULT`, as SQL.
  public var defaultSQL: String?
  /// The `COLLATE`, by which its text is compared.
  public var collation: String?
  /// A condition on the column, as SQL.
  public var check: String?
  /// How the value is computed, if it is not written.
  public var generated: GeneratedColumn?
  /// Whether the column is filled by a fetch and never written.
  public var isReadOnly = false
  /// Whether the column is fetched only when asked for.
  public var isLazy = false
  /// The representation of the values; nil if it is not known.
  public var representation: RepresentationSchema?
  /// Whether what is written is the text of a number, of which a column of another declared type
  /// makes that number. Of the struct alone: it is no part of what is compared or encoded.
  package var isNumberAsText = false
  /// The part of the struct's declaration that is neither compared nor encoded.
  package var declared = DeclaredColumn()

  private enum CodingKeys: String, CodingKey {
    case name, type, isNullable, isUnique, defaultSQL, collation, check, generated
    case isReadOnly, isLazy, representation
  }

  /// A column with no constraint but `NOT NULL`, if it is not nullable.
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
    /// The change is refused once the statement, or the transaction where the reference is
    /// deferred, ends.
    case noAction = "NO ACTION"
    /// The change is refused at once.
    case restrict = "RESTRICT"
    /// The reference becomes NULL.
    case setNull = "SET NULL"
    /// The reference takes its column's default.
    case setDefault = "SET DEFAULT"
    /// The row is deleted too, or follows the changed key.
    case cascade = "CASCADE"
  }

  /// The columns that refer, in the order of those that they refer to.
  public var columns: [String]
  /// The table that is referred to.
  public var parentTable: String
  /// The columns there, which are its key or unique.
  public var parentColumns: [String]
  /// What happens to this row when the row that it refers to is deleted.
  public var onDelete: Action = .noAction
  /// What happens to this row when the key that it refers to changes.
  public var onUpdate: Action = .noAction
  /// The part of the struct's declaration that is neither compared nor encoded.
  package var parent = DeclaredParent()

  private enum CodingKeys: String, CodingKey {
    case columns, parentTable, parentColumns, onDelete, onUpdate
  }

  /// A reference from columns to those of another table.
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
  /// The columns, in the order of the index; none if it has ``terms``.
  public var columns: [String]
  /// What is indexed, as SQL, if that is more than columns: `lower("title")`, `"year" DESC`.
  public var terms: [String] = []
  /// Whether no two rows have the same values in the columns.
  public var isUnique: Bool
  /// The condition of a partial index, as SQL.
  public var condition: String?

  /// An index over these columns.
  public init(_ name: String, columns: [String], isUnique: Bool = false, condition: String? = nil) {
    self.name = name
    self.columns = columns
    self.isUnique = isUnique
    self.condition = condition
  }

  /// An index over these terms of SQL.
  public init(_ name: String, terms: [String], isUnique: Bool = false, condition: String? = nil) {
    self.init(name, columns: [], isUnique: isUnique, condition: condition)
    self.terms = terms
  }

  /// An index as `encode(to:)` writes it, or as it was written before indexes had terms.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    columns = try values.decode([String].self, forKey: .columns)
    terms = try values.decodeIfPresent([String].self, forKey: .terms) ?? []
    isUnique = try values.decode(Bool.self, forKey: .isUnique)
    condition = try values.decodeIfPresent(String.self, forKey: .condition)
  }
}
