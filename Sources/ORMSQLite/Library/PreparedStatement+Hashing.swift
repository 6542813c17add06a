import CSQLite
import ORMCore

extension PreparedStatement {
  /// Hashes the values of the current row as they are stored.
  @usableFromInline
  func hashRow(into hasher: inout Hasher) {
    hashRow(into: &hasher, columns: Int(sqlite3_column_count(handle)))
  }

  /// Hashes the first values of the current row as they are stored.
  func hashRow(into hasher: inout Hasher, columns: Int) {
    for column in 0..<Int32(columns) {
      let type = sqlite3_column_type(handle, column)
      hasher.combine(type)
      switch type {
      case SQLITE_INTEGER: hasher.combine(sqlite3_column_int64(handle, column))
      case SQLITE_FLOAT: hasher.combine(sqlite3_column_double(handle, column).bitPattern)
      case SQLITE_NULL: break
      default:
        let bytes = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        hasher.combine(count)
        if count > 0 { hasher.combine(bytes: UnsafeRawBufferPointer(start: bytes, count: count)) }
      }
    }
  }

  /// Returns the bytes of a text in the current row, which are valid until the next step.
  func textBytes(at column: Int) -> UnsafeRawBufferPointer {
    let text = sqlite3_column_text(handle, Int32(column))
    return UnsafeRawBufferPointer(
      start: text, count: Int(sqlite3_column_bytes(handle, Int32(column))))
  }

  /// The number of result columns; 0 if the statement returns no rows.
  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The number of parameters.
  var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }
}
