public import CPlatform
public import CSQLite
import ORMCore

/// The current row of a prepared statement.
///
/// Each value is looked up once, with `sqlite3_column_value`, and its type is read before its
/// content; looking it up in the statement each time costs a third more. The pointer is valid as
/// long as no other thread uses the connection, which the actor ensures. See
/// <https://www.sqlite.org/c3ref/value_blob.html>.
///
/// The type of a column that can contain only integers is not checked.
@_documentation(visibility: internal)
@frozen
public struct SQLiteRow: RowReader, ~Copyable {
  @usableFromInline let handle: OpaquePointer
  /// The columns that are known to contain an INTEGER in every row.
  @usableFromInline let integers: IntegerColumns

  @inlinable
  init(handle: OpaquePointer, integers: IntegerColumns = IntegerColumns()) {
    self.handle = handle
    self.integers = integers
  }

  @inlinable
  borrowing func value(at index: Int) -> OpaquePointer? {
    orm_sqlite3_column_value(handle, Int32(truncatingIfNeeded: index))
  }

  @inlinable
  public borrowing func storageClass(at index: Int) -> StorageClass {
    StorageClass(code: orm_sqlite3_value_type(value(at: index)))
  }

  @inlinable
  public borrowing func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    if integers.contains(index) {
      return orm_sqlite3_column_int64(handle, Int32(truncatingIfNeeded: index))
    }
    let value = value(at: index)
    guard orm_sqlite3_value_type(value) == SQLITE_INTEGER else {
      throw mismatch(at: index, .integer)
    }
    return orm_sqlite3_value_int64(value)
  }

  @inlinable
  public borrowing func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    let value = value(at: index)
    let type = orm_sqlite3_value_type(value)
    if type == SQLITE_INTEGER { return orm_sqlite3_value_int64(value) }
    guard type == SQLITE_NULL else { throw mismatch(at: index, .integer) }
    return nil
  }

  @inlinable
  public borrowing func real(at index: Int) throws(RowDecodingError) -> Double {
    let value = value(at: index)
    guard orm_sqlite3_value_type(value) == SQLITE_FLOAT else { return try wholeReal(at: index) }
    return orm_sqlite3_value_double(value)
  }

  @inlinable
  public borrowing func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    let value = value(at: index)
    let type = orm_sqlite3_value_type(value)
    if type == SQLITE_FLOAT { return orm_sqlite3_value_double(value) }
    if type == SQLITE_NULL { return nil }
    return try wholeReal(at: index)
  }

  @inlinable
  public borrowing func text(at index: Int) throws(RowDecodingError) -> String {
    let value = value(at: index)
    guard orm_sqlite3_value_type(value) == SQLITE_TEXT else { throw mismatch(at: index, .text) }
    return try text(of: value, at: index)
  }

  @inlinable
  public borrowing func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    let value = value(at: index)
    let type = orm_sqlite3_value_type(value)
    if type == SQLITE_NULL { return nil }
    guard type == SQLITE_TEXT else { throw mismatch(at: index, .text) }
    return try text(of: value, at: index)
  }

  @inlinable
  public borrowing func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    let value = value(at: index)
    guard orm_sqlite3_value_type(value) == SQLITE_BLOB else { throw mismatch(at: index, .blob) }
    guard let bytes = bytes(of: value) else { throw blobWithoutMemory(at: index) }
    return try body(bytes)
  }

  @inlinable
  public borrowing func realIfStored(at index: Int) -> Double? {
    let value = value(at: index)
    return orm_sqlite3_value_type(value) == SQLITE_FLOAT ? orm_sqlite3_value_double(value) : nil
  }

  @inlinable
  public borrowing func withBlobIfStored<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    let value = value(at: index)
    guard orm_sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
    return bytes(of: value).flatMap(body)
  }

  /// Returns the bytes of a BLOB; nil if SQLite has no memory for them, because it creates those of
  /// `zeroblob` only when they are read. See <https://www.sqlite.org/c3ref/column_blob.html>.
  @inlinable
  borrowing func bytes(of value: OpaquePointer?) -> UnsafeRawBufferPointer? {
    let start = orm_sqlite3_value_blob(value)
    let count = Int(orm_sqlite3_value_bytes(value))
    if count >= LargeValues.leastCount { LargeValues.count(count) }
    return start == nil && count > 0 ? nil : UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Returns the value's UTF-8 as a string.
  ///
  /// The decoder replaces invalid UTF-8, so its result is compared with the bytes: a text with
  /// replacements would be wrong, and writing it back would destroy the original.
  @inlinable
  borrowing func text(
    of value: OpaquePointer?, at index: Int
  ) throws(RowDecodingError) -> String {
    guard let start = orm_sqlite3_value_text(value) else { throw unreadableText(at: index) }
    let count = Int(orm_sqlite3_value_bytes(value))
    var isASCII: Int32 = 0
    let text: String
    if count <= 15 {
      // Swift stores strings of this size without an allocation.
      text = String(unsafeUninitializedCapacity: count) { copy in
        isASCII = orm_copy_short_text(copy.baseAddress, start, count)
        return count
      }
    } else {
      text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
      isASCII = orm_is_short_ascii(start, count)
    }
    if isASCII != 0 { return text }
    if count >= LargeValues.leastCount { LargeValues.count(count) }
    let isSame = text.utf8.withContiguousStorageIfAvailable { decoded in
      decoded.count == count && orm_bytes_are_equal(decoded.baseAddress, start, count) != 0
    }
    guard isSame == true else { throw unreadableText(at: index) }
    return text
  }
}

// MARK: - Errors

extension SQLiteRow {
  @usableFromInline
  @inline(never)
  borrowing func mismatch(at index: Int, _ expected: StorageClass) -> RowDecodingError {
    error(
      at: index,
      .storageClass(expected: expected.rawValue, found: storageClass(at: index)))
  }

  /// Reads the INTEGER as which a column of NUMERIC affinity stores a whole number.
  @usableFromInline
  @inline(never)
  borrowing func wholeReal(at index: Int) throws(RowDecodingError) -> Double {
    let value = value(at: index)
    guard orm_sqlite3_value_type(value) == SQLITE_INTEGER else { throw mismatch(at: index, .real) }
    guard let real = Double(exactly: orm_sqlite3_value_int64(value)) else {
      throw error(at: index, .overflow(type: "Double"))
    }
    return real
  }

  @usableFromInline
  @inline(never)
  borrowing func unreadableText(at index: Int) -> RowDecodingError {
    error(at: index, .invalid(type: "String", description: "the stored text is not UTF-8"))
  }

  @usableFromInline
  @inline(never)
  borrowing func blobWithoutMemory(at index: Int) -> RowDecodingError {
    error(at: index, .invalid(type: "BLOB", description: "there is no memory for it"))
  }

  @inline(never)
  public borrowing func error(
    at index: Int, _ reason: RowDecodingError.Reason
  ) -> RowDecodingError {
    let index = Int32(truncatingIfNeeded: index)
    guard index < sqlite3_column_count(handle) else {
      return RowDecodingError(column: "\(index)", reason: .missingColumn)
    }
    let name = sqlite3_column_name(handle, index).map { String(cString: $0) }
    let error = RowDecodingError(column: name ?? "\(index)", reason: reason)
    return mayBeRedacted(at: index) ? error.redacted : error
  }

  /// Whether a value is one of a redacted column, which may have another name in the result, or may
  /// be computed from one.
  private borrowing func mayBeRedacted(at index: Int32) -> Bool {
    if RedactedColumns.isEmpty { return false }
    if let origin = DynamicStatement.origin(of: index, in: handle) {
      return RedactedColumns.contains(origin.column, of: origin.table)
    }
    return sqlite3_sql(handle).map { RedactedColumns.areNamed(in: String(cString: $0)) } ?? true
  }
}

extension StorageClass {
  @inlinable
  init(code: Int32) {
    switch code {
    case SQLITE_INTEGER: self = .integer
    case SQLITE_FLOAT: self = .real
    case SQLITE_TEXT: self = .text
    case SQLITE_BLOB: self = .blob
    default: self = .null
    }
  }
}
