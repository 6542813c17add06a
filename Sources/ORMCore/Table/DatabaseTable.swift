/// A struct that `@Table` maps to a table.
///
/// The macro generates every requirement. Do not implement them by hand.
public protocol DatabaseTable: TableOrView, InsertableRow where StoredForm == Self {
  /// The schema of the table.
  static var schema: TableSchema { get }

  /// Whether the table is `STRICT`, as in its ``schema``.
  @_documentation(visibility: internal)
  static var isStrict: Bool { get }

  /// The `INSERT` of every writable column: the columns outside the key, then the key.
  static var insertSQL: String { get }

  /// Whether a written row has to be read back, because the database fills columns (generated and
  /// read-only columns), or because a value can change when it is encoded as JSON.
  @_documentation(visibility: internal)
  static var needsReadBack: Bool { get }

  /// Creates the row that a fetch would return after `value` was written.
  ///
  /// - Parameter write: Writes the value, and returns the key that the database generated if
  ///   `value` had none. It is called once, and last: a value that can't be read back is not
  ///   written.
  @_documentation(visibility: internal)
  init(stored value: Self, rowID write: () throws -> Int64) throws

  /// Whether a fetch would return exactly this row after it was written, apart from a generated key
  /// (see ``needsGeneratedKey``): the stored form of every value is exact.
  @_documentation(visibility: internal)
  var roundTripsExactly: Bool { get }
  /// Whether the database generates the row's key, so that an insert does not name it. If it does,
  /// and ``roundTripsExactly`` is true, ``acceptGeneratedKey(_:)`` sets the key.
  @_documentation(visibility: internal)
  var needsGeneratedKey: Bool { get }
  /// Sets the row's key to the one that the database generated.
  ///
  /// - Throws: ``RowDecodingError`` if the key does not fit in its type.
  @_documentation(visibility: internal)
  mutating func acceptGeneratedKey(_ rowID: Int64) throws

  /// Writes the parameters of ``insertSQL``: the columns outside the key, then the key.
  ///
  /// - Throws: ``ValueEncodingError``
  @_documentation(visibility: internal)
  func bind<Parameters: ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws

  /// The positions in ``insertSQL``, from 1, that an insert of this value leaves to the database:
  /// nil values of columns with `default: .database`, and ``unloaded``.
  @_documentation(visibility: internal)
  var omittedColumns: [Int] { get }
  /// The positions in ``insertSQL``, from 1, of lazy columns that were not loaded: no write names
  /// them.
  @_documentation(visibility: internal)
  var unloaded: [Int] { get }
}

@_documentation(visibility: internal)
extension DatabaseTable {
  public static var selectedColumns: [String] { FetchedColumns.of(self) }

  @inlinable public static var isStrict: Bool { true }
  @inlinable public static var needsReadBack: Bool { false }
  @inlinable public var roundTripsExactly: Bool { false }
  @inlinable public var needsGeneratedKey: Bool { false }
  @inlinable public mutating func acceptGeneratedKey(_ rowID: Int64) {}
  @inlinable public var omittedColumns: [Int] { [] }
  @inlinable public var unloaded: [Int] { [] }
}

extension DatabaseTable {
  /// The positions in ``insertSQL``, from 1, that an insert of this value leaves to the database:
  /// ``omittedColumns``, and the key, which comes last, if the database generates it.
  package var columnsLeftToDatabase: [Int] {
    needsGeneratedKey ? omittedColumns + [WrittenColumns.of(Self.self).all.count] : omittedColumns
  }
}

/// A table with a primary key of one or more columns.
public protocol KeyedTable: DatabaseTable {
  /// The type of the key: the key column's type, not optional, or a tuple if the key has several
  /// columns.
  associatedtype Key: Sendable

  /// The names of the key's columns, in the order of ``Key``.
  static var primaryKeyColumns: [String] { get }
  /// The `UPDATE` by key of every column outside the key, with the parameters of
  /// ``DatabaseTable/insertSQL``. Empty if there is no column outside the key.
  static var updateSQL: String { get }
  /// The `INSERT … ON CONFLICT (key) DO UPDATE`, with the parameters of
  /// ``DatabaseTable/insertSQL``.
  static var upsertSQL: String { get }
  /// The `DELETE` by key.
  static var deleteSQL: String { get }
  /// The `SELECT` by key.
  static var findSQL: String { get }

  /// The row's key, or nil if the database has not generated it yet.
  var primaryKey: Key? { get }

  /// Writes the key, with its first column as the parameter at `position`.
  @_documentation(visibility: internal)
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    key: Key, to parameters: inout Parameters, at position: Int
  ) throws
}

/// A row of a ``KeyedTable`` that does not have its key yet.
///
/// `@Table` generates a draft type, such as `Album.Draft`, if the key is not optional and the
/// database generates it.
public protocol TableDraft<Target>: InsertableRow where StoredForm == Target {
  /// The table that the row is for.
  associatedtype Target: KeyedTable

  /// Writes the parameters of ``DatabaseTable/insertSQL`` without the key.
  @_documentation(visibility: internal)
  func bind<Parameters: ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws
  /// Returns the row that a fetch would return after this draft was inserted.
  ///
  /// - Parameter write: Inserts the draft, and returns the key that the database generated. It is
  ///   called once, and last: a draft that can't be read back is not inserted.
  @_documentation(visibility: internal)
  func stored(rowID write: () throws -> Int64) throws -> Target
  /// The positions in ``DatabaseTable/insertSQL``, from 1, that this draft leaves to the database.
  @_documentation(visibility: internal)
  var omittedColumns: [Int] { get }
}

@_documentation(visibility: internal)
extension TableDraft {
  @inlinable public var omittedColumns: [Int] { [] }
}
