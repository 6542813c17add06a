import CSQLite
import Testing

/// A connection of someone else's, as C opens it, in the middle of a transaction that writes.
final class HeldLock: @unchecked Sendable {
  // Used by one task at a time; opened by SQLite in its serialized mode besides.
  private var handle: OpaquePointer?

  /// - Parameters:
  ///   - begin: How the transaction begins.
  ///   - sql: What it does then.
  init(path: String, begin: String = "BEGIN IMMEDIATE", sql: String = "") throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX
    try #require(sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK)
    try run(begin + "; " + sql)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Ends the transaction, with `COMMIT` or `ROLLBACK`.
  func end(_ sql: String) throws {
    try run(sql)
    sqlite3_close_v2(handle)
    handle = nil
  }

  func run(_ sql: String) throws {
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  /// The first number that a query gives.
  func number(_ sql: String) throws -> Int64 {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return sqlite3_column_int64(statement, 0)
  }
}
