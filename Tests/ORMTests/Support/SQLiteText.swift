import CSQLite
import Testing

/// The first column of the first row of a statement's result, as text.
func text(_ sql: String, _ handle: OpaquePointer) throws -> String? {
  var statement: OpaquePointer?
  try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
  defer { sqlite3_finalize(statement) }
  guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
  return sqlite3_column_text(statement, 0).map { String(cString: $0) }
}

/// Runs SQL on a connection of its own, which is closed again.
func run(_ sql: String, on path: String) throws {
  var handle: OpaquePointer?
  defer { sqlite3_close(handle) }
  try #require(sqlite3_open(path, &handle) == SQLITE_OK)
  try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
}
