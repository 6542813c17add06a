import CSQLite
import ORMCore

/// A change of a changeset, valid while SQLite's iterator is at it.
struct ChangesetIterator {
  let handle: OpaquePointer

  /// The table that was changed.
  func table() throws -> String { try operation().table }

  /// Returns the change, with its values by the positions of columns.
  func change() throws -> RawChange {
    let (table, count, operation, isIndirect) = try operation()
    var key: UnsafeMutablePointer<UInt8>?
    var keyCount = count
    orm_sqlite3changeset_pk(handle, &key, &keyCount)
    return RawChange(
      table: table, isIndirect: isIndirect, isKey: (0..<Int(count)).map { key?[$0] == 1 },
      old: operation == SQLITE_INSERT ? nil : try values(count, orm_sqlite3changeset_old),
      new: operation == SQLITE_DELETE ? nil : try values(count, orm_sqlite3changeset_new))
  }

  /// Returns the value in a column of the row that conflicts with the change.
  func conflictingValue(at column: Int) -> SQLValue? {
    var current: OpaquePointer?
    let code = orm_sqlite3changeset_conflict(handle, Int32(column), &current)
    return code == SQLITE_OK ? current.flatMap { SQLValue($0) } : nil
  }

  /// The number of foreign key violations after all changes were applied.
  var foreignKeyConflictCount: Int {
    var count: Int32 = 0
    orm_sqlite3changeset_fk_conflicts(handle, &count)
    return Int(count)
  }

  private func operation() throws -> (
    table: String, count: Int32, operation: Int32, isIndirect: Bool
  ) {
    var table: UnsafePointer<CChar>?
    var (count, operation, isIndirect): (Int32, Int32, Int32) = (0, 0, 0)
    try ChangesetBytes.check(
      orm_sqlite3changeset_op(handle, &table, &count, &operation, &isIndirect))
    return (table.map { String(cString: $0) } ?? "", count, operation, isIndirect != 0)
  }

  private func values(
    _ count: Int32,
    _ value: (OpaquePointer, Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws -> [SQLValue?] {
    try (0..<count).map { column in
      var result: OpaquePointer?
      guard value(handle, column, &result) == SQLITE_OK, let result else { return nil }
      guard let value = SQLValue(result) else {
        throw RowDecodingError(
          column: "\(column)",
          reason: .invalid(type: "String", description: "the text is not UTF-8"))
      }
      return value
    }
  }
}

/// A change of one row in a changeset.
struct RawChange {
  let table: String
  let isIndirect: Bool
  /// Whether the column at each position is part of the key.
  let isKey: [Bool]
  /// The old values; nil for an insert.
  let old: [SQLValue?]?
  /// The new values; nil for a delete.
  let new: [SQLValue?]?
}
