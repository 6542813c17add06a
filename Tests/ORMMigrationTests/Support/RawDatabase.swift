import CSQLite

/// A database over SQLite's C interface, so that the tested code does not check itself.
final class RawDatabase {
  private let handle: OpaquePointer

  init(_ path: String = ":memory:") throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw RawError(message: "can't open \(path)")
    }
    self.handle = handle
    sqlite3_create_collation(handle, "mycoll", SQLITE_UTF8, nil) { _, count, left, other, right in
      compareReversed(left, Int(count), right, Int(other))
    }
    try run("PRAGMA foreign_keys = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw RawError(message: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
  }

  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw RawError(message: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
    var rows: [[String]] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        })
      code = sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else {
      throw RawError(message: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
    return rows
  }

  func texts(_ sql: String) throws -> [String] { try rows(sql).map { $0[0] } }
}

struct RawError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}

/// A collation of the program, which compares bytes from the end.
func compareReversed(
  _ left: UnsafeRawPointer?, _ count: Int, _ right: UnsafeRawPointer?, _ other: Int
) -> Int32 {
  let left = Array(UnsafeRawBufferPointer(start: left, count: count).reversed())
  let right = Array(UnsafeRawBufferPointer(start: right, count: other).reversed())
  if left == right { return 0 }
  return left.lexicographicallyPrecedes(right) ? -1 : 1
}
