import ORMCore

/// What was done to one row.
public struct ChangesetOperation: Sendable, Hashable {
  /// What was done.
  public enum Kind: Sendable, Hashable { case insert, update, delete }

  /// What was done.
  public let kind: Kind
  /// The table's name.
  public let table: String
  /// The names of the table's columns, by their positions; nil if no database was asked for
  /// them.
  public let columnNames: [String]?
  /// The values before, by the columns' positions: all of a row that was deleted; the key, and what
  /// was changed, of one that was updated; otherwise nil.
  public let old: [SQLValue?]
  /// The values after, by the columns' positions: all of a row that was inserted; what was changed,
  /// of one that was updated; otherwise nil.
  public let new: [SQLValue?]
  /// Whether the column at a position is one of the key's.
  public let isKey: [Bool]
  /// Whether it was done by a trigger, or for a foreign key.
  public let isIndirect: Bool

  /// Whether names and values are the same, byte for byte.
  public static func == (left: ChangesetOperation, right: ChangesetOperation) -> Bool {
    left.table.hasSameBytes(as: right.table) && left.kind == right.kind && left.old == right.old
      && left.new == right.new && left.isKey == right.isKey && left.isIndirect == right.isIndirect
      && left.columnNames?.map(ExactText.init) == right.columnNames?.map(ExactText.init)
  }

  /// The values of the key: the new ones of a row that was inserted, otherwise the old ones.
  public var key: [SQLValue] {
    zip(kind == .insert ? new : old, isKey).compactMap { $1 ? $0 : nil }
  }

  /// The value of a column before, nil if the changeset has none.
  ///
  /// ```swift
  /// let title = try operation.old(\.title, of: Album.self)
  /// ```
  ///
  /// - Throws: ``DatabaseError`` if the change is of another table, or one without that
  ///   column, and where the ``columnNames`` are not known; ``RowDecodingError``.
  public func old<T: DatabaseTable, Representation>(
    _ column: KeyPath<T.Columns, Column<T, Representation>>, of table: T.Type
  ) throws -> Representation.Value? {
    try value(old, of: T.columns[keyPath: column])
  }

  /// The value of a column after, nil if the changeset has none; see ``old(_:of:)``.
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
        extendedCode: .mismatch, message: "the change is of \(table), and not of \(T.tableName)")
    }
    guard let columnNames else {
      throw DatabaseError(
        extendedCode: .misuse,
        message: "a changeset has no names of columns: operations(of:) of a database adds them")
    }
    let position = columnNames.firstIndex(ofName: column.ownName)
    guard let position, values.indices.contains(position) else {
      throw DatabaseError(
        extendedCode: .mismatch,
        message: "the table \(table) has no column \(column.name) where the change was made")
    }
    guard let value = values[position] else { return nil }
    return try Representation.read(from: Row(columnNames: [column.name], values: [value]), at: 0)
  }

  /// - Parameter names: Those of the columns of tables that a database has.
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
