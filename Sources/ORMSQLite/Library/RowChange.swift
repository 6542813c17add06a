internal import CPlatform
import CSQLite
import ORMCore

/// A change of one row, as the preupdate hook reports it and valid only during the hook; see
/// <https://www.sqlite.org/c3ref/preupdate_blobwrite.html>.
struct RowChange {
  let connection: OpaquePointer
  let operation: Int32
  /// The names of the table and of its database, in memory that belongs to the schema.
  let table: UnsafePointer<CChar>
  let database: UnsafePointer<CChar>
  let oldKey: Int64
  let newKey: Int64

  var isBlobWrite: Bool {
    operation == SQLITE_DELETE && orm_sqlite3_preupdate_blobwrite(connection) >= 0
  }
  var hasOld: Bool { operation != SQLITE_INSERT }
  var hasNew: Bool { operation != SQLITE_DELETE }
  /// The rowids of the row before and after the change.
  var rowIDs: (old: [SQLValue]?, new: [SQLValue]?) {
    (hasOld ? [.integer(oldKey)] : nil, hasNew ? [.integer(newKey)] : nil)
  }

  /// Whether this is an update of a row that keeps its rowid.
  var isUpdateInPlace: Bool { operation == SQLITE_UPDATE && oldKey == newKey }
  var columnCount: Int { Int(orm_sqlite3_preupdate_count(connection)) }

  enum Comparison {
    case same, different, bothNull
  }

  /// Compares the old and the new value of a column.
  func comparison(of column: Int) -> Comparison {
    guard let old = old(column), let new = new(column) else { return .different }
    let type = sqlite3_value_type(old)
    guard type == sqlite3_value_type(new) else { return .different }
    let isSame: Bool
    switch type {
    case SQLITE_INTEGER: isSame = sqlite3_value_int64(old) == sqlite3_value_int64(new)
    case SQLITE_FLOAT:
      isSame = sqlite3_value_double(old).bitPattern == sqlite3_value_double(new).bitPattern
    case SQLITE_NULL: return .bothNull
    default:
      let (oldBytes, newBytes) = (sqlite3_value_blob(old), sqlite3_value_blob(new))
      let (oldCount, newCount) = (sqlite3_value_bytes(old), sqlite3_value_bytes(new))
      isSame =
        oldCount == newCount
        && (oldCount == 0 || orm_bytes_are_equal(oldBytes, newBytes, Int(oldCount)) != 0)
    }
    return isSame ? .same : .different
  }

  func old(_ column: Int) -> OpaquePointer? {
    var value: OpaquePointer?
    let code = orm_sqlite3_preupdate_old(connection, Int32(column), &value)
    return code == SQLITE_OK ? value : nil
  }

  func new(_ column: Int) -> OpaquePointer? {
    var value: OpaquePointer?
    let code = orm_sqlite3_preupdate_new(connection, Int32(column), &value)
    return code == SQLITE_OK ? value : nil
  }
}
