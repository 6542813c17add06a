import CSQLite
import ORMCore
import Testing

/// A file as another program writes it, by SQLite's own interface.
final class RawFile {
  private let handle: OpaquePointer

  /// - Parameter collation: The name of a collation of the program, which compares without the case
  ///   of ASCII's letters.
  init(_ path: String, collation: String? = nil) throws {
    var handle: OpaquePointer?
    let code = sqlite3_open(path, &handle)
    self.handle = try #require(handle)
    try #require(code == SQLITE_OK)
    guard let collation else { return }
    sqlite3_create_collation_v2(
      handle, collation, SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        let left = UnsafeRawBufferPointer(start: left, count: Int(leftCount))
        let right = UnsafeRawBufferPointer(start: right, count: Int(rightCount))
        let pair = (
          String(decoding: left, as: UTF8.self).lowercased(),
          String(decoding: right, as: UTF8.self).lowercased()
        )
        return pair.0 < pair.1 ? -1 : pair.0 == pair.1 ? 0 : 1
      }, nil)
  }

  deinit { sqlite3_close(handle) }

  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
  }

  /// Runs SQL that SQLite may refuse.
  func tryToExecute(_ sql: String) { sqlite3_exec(handle, sql, nil, nil, nil) }

  /// The first value of the first row.
  func text(_ sql: String) throws -> String? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
    guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) }
  }
}
