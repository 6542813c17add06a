import CSQLite

/// What was done to one row.
public struct ChangesetOperation: Sendable, Hashable {
  /// What was done.
  public enum Kind: Sendable, Hashable { case insert, update, delete }

  /// What was done.
  public let kind: Kind
  /// The table's name.
  public let table: String
  /// The values before, by the columns' positions: all of a row that was deleted; the key, and what was
  /// changed, of one that was updated; otherwise nil.
  public let old: [SQLValue?]
  /// The values after, by the columns' positions: all of a row that was inserted; what was changed, of one
  /// that was updated; otherwise nil.
  public let new: [SQLValue?]
  /// Whether the column at a position is one of the key's.
  public let isKey: [Bool]
  /// Whether it was done by a trigger, or for a foreign key.
  public let isIndirect: Bool

  /// The values of the key: the new ones of a row that was inserted, otherwise the old ones.
  public var key: [SQLValue] {
    zip(kind == .insert ? new : old, isKey).compactMap { $1 ? $0 : nil }
  }

  /// The value of a column before, nil where it is not told.
  ///
  /// ```swift
  /// let title = try operation.old(\.title, of: Album.self)
  /// ```
  ///
  /// - Throws: ``DatabaseError`` where the change is of another table; ``RowDecodingError``.
  public func old<T: Table, Representation>(
    _ column: KeyPath<T.Columns, Column<T, Representation>>, of table: T.Type
  ) throws -> Representation.Value? {
    try value(old, of: T.columns[keyPath: column])
  }

  /// The value of a column after, nil where it is not told; see ``old(_:of:)``.
  public func new<T: Table, Representation>(
    _ column: KeyPath<T.Columns, Column<T, Representation>>, of table: T.Type
  ) throws -> Representation.Value? {
    try value(new, of: T.columns[keyPath: column])
  }

  private func value<T: Table, Representation>(
    _ values: [SQLValue?], of column: Column<T, Representation>
  ) throws -> Representation.Value? {
    guard table == T.tableName else {
      throw DatabaseError(
        extendedCode: .mismatch, message: "the change is of \(table), and not of \(T.tableName)")
    }
    let position = T.schema.columns.firstIndex { $0.name == column.name }
    guard let position, values.indices.contains(position), let value = values[position] else {
      return nil
    }
    return try Representation.read(from: Row(columnNames: [column.name], values: [value]), at: 0)
  }

  /// What a changeset's iterator stands on.
  init(_ iterator: OpaquePointer) throws {
    var table: UnsafePointer<CChar>?
    var (count, operation, isIndirect): (Int32, Int32, Int32) = (0, 0, 0)
    let code = orm_sqlite3changeset_op(iterator, &table, &count, &operation, &isIndirect)
    guard code == SQLITE_OK, let table else {
      throw DatabaseError(
        extendedCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
    }
    let columns = 0..<count
    func values(
      _ value: (OpaquePointer, Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) throws -> [SQLValue?] {
      try columns.map { column in
        var result: OpaquePointer?
        guard value(iterator, column, &result) == SQLITE_OK, let result else { return nil }
        guard let value = SQLValue(result) else {
          throw RowDecodingError(
            column: "\(column)",
            reason: .invalid(type: "String", description: "the text is not UTF-8"))
        }
        return value
      }
    }
    self.table = String(cString: table)
    self.isIndirect = isIndirect != 0
    var key: UnsafeMutablePointer<UInt8>?
    orm_sqlite3changeset_pk(iterator, &key, &count)
    isKey = columns.map { key?[Int($0)] == 1 }
    let none = [SQLValue?](repeating: nil, count: columns.count)
    switch operation {
    case SQLITE_INSERT: (kind, old, new) = (.insert, none, try values(orm_sqlite3changeset_new))
    case SQLITE_DELETE: (kind, old, new) = (.delete, try values(orm_sqlite3changeset_old), none)
    default:
      kind = .update
      old = try values(orm_sqlite3changeset_old)
      new = try values(orm_sqlite3changeset_new)
    }
  }
}
