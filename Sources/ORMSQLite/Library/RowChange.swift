import CSQLite
import ORMCore

/// One row's change as the preupdate hook reports it, and valid while it does;
/// see <https://www.sqlite.org/c3ref/preupdate_blobwrite.html>.
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
  /// The rowids that the row has before and after.
  var rowIDs: (old: [SQLValue]?, new: [SQLValue]?) {
    (hasOld ? [.integer(oldKey)] : nil, hasNew ? [.integer(newKey)] : nil)
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
