/// A struct that maps to a table, as `@Table` describes it.
///
/// The macro writes every requirement; nothing here is meant to be written by hand.
public protocol DatabaseTable: TableOrView, Insertable where StoredForm == Self {
  /// The whole description of the table.
  static var schema: TableSchema { get }

  /// Whether the table is `STRICT`, as its ``schema`` says.
  @_documentation(visibility: internal)
  static var isStrict: Bool { get }

  /// `INSERT` of every column that is written: those outside the key, then the key.
  static var insertSQL: String { get }

  /// Whether a written row has to be read back: the database fills columns of its own (generated
  /// and read-only ones), or JSON may lose something, which only its text tells.
  @_documentation(visibility: internal)
  static var needsReadBack: Bool { get }

  /// The row that a fetch gives after `value` was written.
  ///
  /// - Parameter write: Writes the value, and gives the key that the database gave where `value`
  ///   had none. It is called once, and last: a value that can't be given back is not written.
  @_documentation(visibility: internal)
  init(stored value: Self, rowID write: () throws -> Int64) throws

  /// Whether a fetch returns exactly this row after it was written, but for a key that
  /// ``needsGeneratedKey`` says is missing: no value loses anything on the way.
  @_documentation(visibility: internal)
  var roundTripsExactly: Bool { get }
  /// Whether the database will give the row's key, which an insert then does not name. If it does,
  /// and ``roundTripsExactly``, ``acceptGeneratedKey(_:)`` puts it in.
  @_documentation(visibility: internal)
  var needsGeneratedKey: Bool { get }
  /// Puts the key into the row that the database gave.
  ///
  /// - Throws: ``RowDecodingError`` where the key's type is too narrow.
  @_documentation(visibility: internal)
  mutating func acceptGeneratedKey(_ rowID: Int64) throws

  /// Writes the parameters of ``insertSQL``: the columns outside the key, then the key.
  ///
  /// - Throws: ``ValueEncodingError``
  @_documentation(visibility: internal)
  func bind<Parameters: ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws

  /// The positions in ``insertSQL``, from 1, that an insert of this value leaves to the database:
  /// a nil where the column says `default: .database`, and ``unloaded``.
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
  /// ``omittedColumns``, and the key, which comes last, if the database gives it.
  package var columnsLeftToDatabase: [Int] {
    needsGeneratedKey ? omittedColumns + [WrittenColumns.of(Self.self).all.count] : omittedColumns
  }
}

/// A table with a primary key of one or more columns.
public protocol KeyedTable: DatabaseTable {
  /// The key's value: the type of the key column without its optionality, or a tuple where the key
  /// has several columns.
  associatedtype Key: Sendable

  /// The names of the key's columns, in the order of ``Key``.
  static var primaryKeyColumns: [String] { get }
  /// `UPDATE` of every column outside the key `WHERE` the key matches; its parameters are those of
  /// ``DatabaseTable/insertSQL``. Empty if there is no column outside the key.
  static var updateSQL: String { get }
  /// `INSERT … ON CONFLICT (key) DO UPDATE`; its parameters are those of
  /// ``DatabaseTable/insertSQL``.
  static var upsertSQL: String { get }
  /// `DELETE` by key.
  static var deleteSQL: String { get }
  /// `SELECT` by key.
  static var findSQL: String { get }

  /// The row's key, or nil where the database has not given it yet.
  var primaryKey: Key? { get }

  /// Writes the key, its first column as the parameter at `position`.
  @_documentation(visibility: internal)
  static func bind<Parameters: ParameterWriter & ~Copyable>(
    key: Key, to parameters: inout Parameters, at position: Int
  ) throws
}

/// A row of a ``KeyedTable`` that does not have its key yet.
///
/// `@Table` generates one as `Album.Draft` where the key is not optional and the database gives it.
public protocol TableDraft<Target>: Insertable where StoredForm == Target {
  /// The table that the row is for.
  associatedtype Target: KeyedTable

  /// Writes the parameters of ``DatabaseTable/insertSQL`` but for the key.
  @_documentation(visibility: internal)
  func bind<Parameters: ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws
  /// The row that a fetch gives after this draft was inserted.
  ///
  /// - Parameter write: Inserts the draft, and gives the key that the database gave. It is called
  ///   once, and last: a draft that can't be given back is not inserted.
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
