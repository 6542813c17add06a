import CSQLite
import ORM

/// A value as SQLite's own functions give it; a text may be no UTF-8.
enum RawValue: Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
}

/// What SQLite's own functions failed with.
struct RawError: Error {
  let code: ResultCode
  let message: String
}

/// What SQLite's own functions read by a statement: some rows, and then the end or an error.
struct RawResult {
  var rows: [[RawValue]] = []
  var error: RawError?
}

/// A connection by SQLite's own functions and nothing else, to hold the library against.
final class RawSQLite {
  private let handle: OpaquePointer

  init(_ path: String, flags: Int32 = SQLITE_OPEN_READWRITE, vfs: String? = nil) throws {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, vfs)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw RawError(code: ResultCode(rawValue: code), message: "can't open \(path)")
    }
    sqlite3_extended_result_codes(handle, 1)
    // As the library has it: a name in double quotes that a damaged schema no longer has is no string.
    for option in [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL] {
      orm_sqlite3_db_config_int(handle, option, 0, nil)
    }
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }

  /// What a statement gives.
  ///
  /// - Parameter arguments: Numbers alone.
  func result(of sql: String, _ arguments: [SQLValue] = []) -> RawResult {
    var result = RawResult()
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      result.error = error
      return result
    }
    for (index, argument) in arguments.enumerated() {
      guard case .integer(let number) = argument else { continue }
      sqlite3_bind_int64(statement, Int32(index + 1), number)
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        result.rows.append(
          (0..<sqlite3_column_count(statement)).map { value(of: statement, at: $0) })
      case SQLITE_DONE: return result
      default:
        result.error = error
        return result
      }
    }
  }

  /// The rows of a statement that comes to its end.
  @discardableResult
  func rows(_ sql: String) throws -> [[RawValue]] {
    let result = result(of: sql)
    if let error = result.error { throw error }
    return result.rows
  }

  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  private var error: RawError {
    RawError(
      code: ResultCode(rawValue: sqlite3_extended_errcode(handle)),
      message: String(cString: sqlite3_errmsg(handle)))
  }

  private func value(of statement: OpaquePointer?, at column: Int32) -> RawValue {
    func bytes(_ start: UnsafeRawPointer?) -> [UInt8] {
      let count = Int(sqlite3_column_bytes(statement, column))
      return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: return .text(bytes(sqlite3_column_text(statement, column)))
    case SQLITE_BLOB: return .blob(bytes(sqlite3_column_blob(statement, column)))
    default: return .null
    }
  }
}
