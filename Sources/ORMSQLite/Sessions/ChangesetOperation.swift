import ORMCore

/// The change of one row.
public struct ChangesetOperation: Sendable, Hashable {
  /// The kind of a change.
  public enum Kind: Sendable, Hashable { case insert, update, delete }

  /// The kind of the change.
  public let kind: Kind
  /// The table's name.
  public let table: String
  /// The names of the table's columns, by their positions; nil if they were not read from a
  /// database.
  public let columnNames: [String]?
  /// The values before the change, by the columns' positions: all values of a deleted row; the key
  /// and the changed values of an updated row; otherwise nil.
  public let old: [SQLValue?]
  /// The values after the change, by the columns' positions: all values of an inserted row; the
  /// changed values of an updated row; otherwise nil.
  public let new: [SQLValue?]
  /// Whether the column at each position is in the key.
  public let isKey: [Bool]
  /// Whether the change was made by a trigger, or by a foreign key's action.
  public let isIndirect: Bool

  /// Whether names and values are equal, byte for byte.
  public static func == (left: ChangesetOperation, right: ChangesetOperation) -> Bool {
    left.table.hasSameBytes(as: right.table) && left.kind == right.kind && left.old == right.old
      && left.new == right.new && left.isKey == right.isKey && left.isIndirect == right.isIndirect
      && left.columnNames?.map(ExactText.init) == right.columnNames?.map(ExactText.init)
  }

  /// The values of the key: the new ones of an inserted row, otherwise the old ones.
  public var key: [SQLValue] {
    zip(kind == .insert ? new : old, isKey).compactMap { $1 ? $0 : nil }
  }

  /// Returns the value of a column before the change; nil if the changeset does not contain it.
  ///
  /// ```swift
  /// let title = try operation.old(\.title, of: Album.self)
  /// ```
  ///
  /// - Throws: ``DatabaseError`` if the change is of another table, or of a table without this
  ///   column, or if ``columnNames`` is nil; ``RowDecodingError``.
  public func old<T: DatabaseTable, Representation>(
    _ column: KeyPath<T.Columns, Column<T, Representation>>, of table: T.Type
  ) throws -> Representation.Value? {
    try value(old, of: T.columns[keyPath: column])
  }

  /// Returns the value of a column after the change; nil if the changeset does not contain it; see
  /// ``old(_:of:)``.
  public func new<T: DatabaseTable, Representation>(
    _ column: KeyPath<T.Columns, Column<T, Representation>>, of table: T.Type
  ) throws -> Representation.Value? {
    try value(new, of: T.columns[keyPath: column])
  }

  private func value<T: DatabaseTable, Representation>(
    _ values: [SQLValue?], of column: Column<T, Representation>
  ) throws -> Representation.Value? {
    guard table.isSameName(as: T.tableName) else {
      throw DatabaseError(
        extendedCode: .mismatch,
        message: "the change is of the table \(table), not of \(T.tableName)")
    }
    guard let columnNames else {
      throw DatabaseError(
        extendedCode: .misuse,
        message: "a changeset contains no column names: use operations(of:) of a database, which"
          + " adds them")
    }
    let position = columnNames.firstIndex(ofName: column.ownName)
    guard let position, values.indices.contains(position) else {
      throw DatabaseError(
        extendedCode: .mismatch,
        message: "the table \(table) had no column \(column.name) when the change was recorded")
    }
    guard let value = values[position] else { return nil }
    return try Representation.read(from: Row(columnNames: [column.name], values: [value]), at: 0)
  }

  /// - Parameter names: The names of the columns, by the tables of a database.
  init(_ change: RawChange, names: [SQLName: [String]] = [:]) {
    table = change.table
    columnNames = names[SQLName(change.table)]
    isIndirect = change.isIndirect
    isKey = change.isKey
    kind = change.old == nil ? .insert : change.new == nil ? .delete : .update
    let none = [SQLValue?](repeating: nil, count: change.isKey.count)
    old = change.old ?? none
    new = change.new ?? none
  }
}
