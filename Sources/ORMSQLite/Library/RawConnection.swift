public import CSQLite
import ORMCore

/// A C connection, for calls that need no cached statement.
@frozen
@usableFromInline
struct RawConnection {
  @usableFromInline let handle: OpaquePointer

  @inlinable
  init(_ handle: OpaquePointer) { self.handle = handle }

  @inlinable var lastInsertRowID: Int64 { orm_sqlite3_last_insert_rowid(handle) }

  @inlinable var changeCount: Int { Int(orm_sqlite3_changes(handle)) }

  @inlinable var isAutocommit: Bool { orm_sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows changed since the connection was opened.
  var totalChangeCount: Int { Int(sqlite3_total_changes(handle)) }

  /// Whether the file of the main database is read-only.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether the file has a write-ahead log, by its bytes 18 and 19
  /// (<https://www.sqlite.org/fileformat2.html#file_format_version_numbers>). They are read through
  /// the connection's own file, because closing another descriptor of the file releases the
  /// process's locks.
  var hasWriteAheadLog: Bool {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file, let read = file.pointee.pMethods?.pointee.xRead
    else { return false }
    var versions: (UInt8, UInt8) = (0, 0)
    guard read(file, &versions, 2, 18) == SQLITE_OK else { return false }
    return versions == (2, 2)
  }

  /// Whether the transaction has deferred foreign key violations, which are checked at its commit;
  /// see <https://www.sqlite.org/c3ref/c_dbstatus_options.html>.
  var hasDeferredViolation: Bool {
    var count: Int32 = 0
    var highest: Int32 = 0
    let code = sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return code != SQLITE_OK || count != 0
  }

  /// The error that the connection reports now.
  var error: DatabaseError { DatabaseError(sqlite3_errcode(handle), on: handle) }

  /// Runs one or several SQL statements and ignores their rows.
  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, on: handle, sql: sql) }
  }

  /// Returns the rows of a query, as texts; NULL is an empty text.
  func texts(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    guard code == SQLITE_OK else { throw DatabaseError(code, on: handle, sql: sql) }
    var rows: [[String]] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw DatabaseError(code, on: handle, sql: sql) }
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
    }
  }

  /// A number that changes with each commit of this or another connection. No statement is run.
  ///
  /// See <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntldataversion>.
  var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// Returns the rows of a query whose values are integers, texts and NULLs.
  func values(of query: Statement) throws -> [[SQLValue]] {
    let sql = query.literalSQL
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    guard code == SQLITE_OK else { throw DatabaseError(code, on: handle, sql: sql) }
    var rows: [[SQLValue]] = []
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else { throw DatabaseError(code, on: handle, sql: sql) }
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          if sqlite3_column_type(statement, column) == SQLITE_INTEGER {
            return .integer(sqlite3_column_int64(statement, column))
          }
          let text = sqlite3_column_text(statement, column)
          return text.map { .text(String(cString: $0)) } ?? .null
        })
    }
  }

  /// Whether a table with this name exists; a view does not count.
  func hasTable(_ name: String) -> Bool {
    sqlite3_table_column_metadata(handle, nil, name, nil, nil, nil, nil, nil, nil) == SQLITE_OK
  }

  /// Returns the name of the column that is the table's rowid, or `rowid` if no column is; nil if
  /// the table has no rowid with this name.
  ///
  /// - Parameter rowID: One of the names of the rowid: `rowid`, `_rowid_` or `oid`.
  func nameOfRowID(_ rowID: String, of table: String) -> String? {
    columnNames(of: "SELECT \(rowID) FROM \(table.quotedIdentifier)")?.first
  }

  /// Returns the number of columns in a `SELECT *`; nil if the table does not exist.
  func columnCount(of table: String) -> Int? {
    columnNames(of: "SELECT * FROM \(table.quotedIdentifier)")?.count
  }

  /// Compiles a statement without running it.
  func compile(_ sql: String) throws {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    sqlite3_finalize(statement)
    guard code == SQLITE_OK else { throw DatabaseError(code, on: handle, sql: sql) }
  }

  /// Returns the names of a query's result columns.
  private func columnNames(of sql: String) -> [String]? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
    return (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Returns the collation of a table's column; nil if the column does not exist.
  func collation(of column: String, in table: TableName) -> SQLName? {
    var collation: UnsafePointer<CChar>?
    sqlite3_table_column_metadata(
      handle, table.database, table.table, column, nil, &collation, nil, nil, nil)
    return collation.map { SQLName(String(cString: $0)) }
  }

  /// Copies pages of the write-ahead log into the file; see
  /// <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>.
  ///
  /// - Returns: The number of pages in the log, and the number of them in the file; -1 without a
  ///   log.
  func checkpoint(_ mode: Checkpoint) throws -> (log: Int, checkpointed: Int) {
    var (log, checkpointed): (Int32, Int32) = (0, 0)
    let code = sqlite3_wal_checkpoint_v2(handle, "main", mode.code, &log, &checkpointed)
    guard code == SQLITE_OK else {
      throw DatabaseError(code, on: handle, sql: "PRAGMA wal_checkpoint")
    }
    return (Int(log), Int(checkpointed))
  }

  /// The mode of a checkpoint.
  enum Checkpoint {
    case passive, full, restart, truncate

    fileprivate var code: Int32 {
      switch self {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .full: SQLITE_CHECKPOINT_FULL
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }
}

/// The SQLite library in use.
enum SQLiteLibrary {
  /// The version: `3.40.1`.
  static var version: String { String(cString: sqlite3_libversion()) }
  /// The version as a number: 3,040,001 for 3.40.1.
  static var versionNumber: Int { Int(sqlite3_libversion_number()) }
}
