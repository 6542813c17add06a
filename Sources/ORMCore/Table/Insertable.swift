/// A value that can be inserted: a row of a table, a draft of one, or an array of either.
///
/// `@Table` generates the conformances of its structs and their drafts. Do not implement the
/// requirements by hand.
public protocol Insertable: Sendable {
  /// The type of the stored value: a row, or an array of rows.
  associatedtype StoredForm: Sendable

  /// Inserts the value.
  ///
  /// - Returns: The value as a fetch would return it.
  func inserted<Inserter: RowInserting>(by db: isolated Inserter) throws -> StoredForm
  /// Inserts several values in one transaction.
  static func inserted<Inserter: RowInserting>(
    all values: [Self], by db: isolated Inserter
  ) throws -> [StoredForm]
}

/// A value that can be inserted as one row: a row of a table, or a draft of one.
///
/// `@Table` generates the conformances. Do not implement the requirements by hand.
public protocol InsertableRow: Insertable where StoredForm: DatabaseTable {
  /// Writes the parameters of ``DatabaseTable/insertSQL``; a draft has no key, which comes last.
  ///
  /// - Throws: ``ValueEncodingError``
  @_documentation(visibility: internal)
  func bind<Parameters: ParameterWriter & ~Copyable>(to parameters: inout Parameters) throws
  /// The positions in ``DatabaseTable/insertSQL``, from 1, that an insert of this value leaves to
  /// the database.
  @_documentation(visibility: internal)
  var positionsLeftToDatabase: [Int] { get }
}

/// A connection that inserts rows.
@_documentation(visibility: internal)
public protocol RowInserting: Actor {
  /// Inserts a row.
  func stored<T: DatabaseTable>(row: T) throws -> T
  /// Inserts a draft.
  func stored<Draft: TableDraft>(draft: Draft) throws -> Draft.Target
  /// Inserts rows, all or none of them.
  func stored<T: DatabaseTable>(rows: [T]) throws -> [T]
  /// Inserts rows that may not have keys yet, all or none of them.
  func stored<T: KeyedTable>(keyedRows rows: [T]) throws -> [T]
  /// Inserts drafts, all or none of them.
  func stored<Draft: TableDraft>(drafts: [Draft]) throws -> [Draft.Target]
}

@_documentation(visibility: internal)
extension DatabaseTable {
  public var positionsLeftToDatabase: [Int] { columnsLeftToDatabase + unloaded }

  public func inserted<Inserter: RowInserting>(by db: isolated Inserter) throws -> Self {
    try db.stored(row: self)
  }

  public static func inserted<Inserter: RowInserting>(
    all values: [Self], by db: isolated Inserter
  ) throws -> [Self] {
    try db.stored(rows: values)
  }
}

@_documentation(visibility: internal)
extension KeyedTable {
  public static func inserted<Inserter: RowInserting>(
    all values: [Self], by db: isolated Inserter
  ) throws -> [Self] {
    try db.stored(keyedRows: values)
  }
}

@_documentation(visibility: internal)
extension TableDraft {
  public var positionsLeftToDatabase: [Int] {
    omittedColumns + [WrittenColumns.of(Target.self).all.count]
  }

  public func inserted<Inserter: RowInserting>(by db: isolated Inserter) throws -> Target {
    try db.stored(draft: self)
  }

  public static func inserted<Inserter: RowInserting>(
    all values: [Self], by db: isolated Inserter
  ) throws -> [Target] {
    try db.stored(drafts: values)
  }
}

@_documentation(visibility: internal)
extension Array: Insertable where Element: Insertable {
  public typealias StoredForm = [Element.StoredForm]

  public func inserted<Inserter: RowInserting>(
    by db: isolated Inserter
  ) throws -> [Element.StoredForm] {
    try Element.inserted(all: self, by: db)
  }

  public static func inserted<Inserter: RowInserting>(
    all values: [Self], by db: isolated Inserter
  ) throws -> [[Element.StoredForm]] {
    try values.map { try $0.inserted(by: db) }
  }
}
