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
