import CSQLite
import ORMCore

/// A statement whose columns are known only at run time, for tools. Values are read as bytes in
/// SQLite's memory without copying.
///
/// Use it only inside of ``Connection/withHandle(_:)``. See
/// <https://www.sqlite.org/c3ref/stmt.html>.
package struct DynamicStatement: ~Copyable {
  let handle: OpaquePointer

  /// Compiles the next statement of a text. Nil if only white space and comments remain.
  ///
  /// - Parameters:
  ///   - place: The offset in bytes at which to begin; afterwards, the offset after the statement.
  ///   - handle: The connection.
  /// - Throws: ``DatabaseError`` with the SQL of the statement.
  package init?(next sql: [UInt8], at place: inout Int, on handle: OpaquePointer) throws {
    var schema = StaleSchema()
    while place < sql.count {
      var statement: OpaquePointer?
      let start = place
      let code = sql.withUnsafeBytes { bytes in
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self).advanced(by: start)
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          handle, text, Int32(clamping: sql.count - start), 0, &statement, &tail)
        if let text, let tail { place = start + (tail - text) }
        return code
      }
      guard code == SQLITE_OK else {
        let text = String(decoding: sql[start...], as: UTF8.self)
        let error = DatabaseError(code, on: handle, sql: text)
        if try schema.isRead(again: RawConnection(handle), after: error) {
          place = start
          continue
        }
        throw error.suggestingName(on: handle)
      }
      // SQLite reads no further than a NUL.
      if place == start { place = sql.count }
      if let statement {
        self.handle = statement
        return
      }
    }
    return nil
  }

  /// Compiles a text with one statement.
  package init(_ sql: String, on handle: OpaquePointer) throws {
    var place = 0
    guard let statement = try DynamicStatement(next: Array(sql.utf8), at: &place, on: handle) else {
      throw DatabaseError(extendedCode: .misuse, message: "the SQL contains no statement", sql: sql)
    }
    self = statement
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether the statement changes no database; see
  /// <https://www.sqlite.org/c3ref/stmt_readonly.html>.
  package var isReadOnly: Bool {
    sqlite3_stmt_readonly(handle) != 0 || isExplanation
  }

  /// The SQL of the statement.
  package var sql: String? { sqlite3_sql(handle).map { String(cString: $0) } }

  /// Whether the statement is an `EXPLAIN`, which does not run the statement that it explains.
  package var isExplanation: Bool { sqlite3_stmt_isexplain(handle) != 0 }

  /// Moves to the next row.
  ///
  /// - Returns: Whether there is a row.
  /// - Throws: ``DatabaseError``; `CancellationError` if the task was cancelled.
  package func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    if code & 0xff == SQLITE_INTERRUPT, Task.isCancelled { throw CancellationError() }
    throw DatabaseError(code, on: sqlite3_db_handle(handle), sql: sql)
  }

  /// Runs a statement, ignores its rows, and resets it.
  package func run() throws {
    let code = sqlite3_step(handle)
    // After an error, the reset would only return the error again.
    if code == SQLITE_DONE || code == SQLITE_ROW {
      sqlite3_reset(handle)
      return
    }
    defer { sqlite3_reset(handle) }
    if code & 0xff == SQLITE_INTERRUPT, Task.isCancelled { throw CancellationError() }
    throw DatabaseError(code, on: sqlite3_db_handle(handle), sql: nil)
  }

  /// Whether a transaction is open on a connection.
  package static func isInTransaction(on handle: OpaquePointer) -> Bool {
    !RawConnection(handle).isAutocommit
  }

  /// The number of rows that the last statement inserted, updated or deleted itself; see
  /// <https://www.sqlite.org/c3ref/changes.html>.
  package static func changes(on handle: OpaquePointer) -> Int { RawConnection(handle).changeCount }

  /// Interrupts the running statements of a connection. It only sets a flag, so it may be called
  /// from any thread and from a signal handler. See <https://www.sqlite.org/c3ref/interrupt.html>.
  package static func stopAll(on handle: OpaquePointer) { sqlite3_interrupt(handle) }

  /// Returns the offset in bytes of the error in the first statement of a text; nil if SQLite does
  /// not report an offset. It does for most syntax errors and for some unknown columns. See
  /// <https://www.sqlite.org/c3ref/errcode.html>.
  ///
  /// - Parameter start: The offset in bytes at which the statement begins.
  package static func placeOfError(
    in sql: [UInt8], from start: Int, on handle: OpaquePointer
  ) -> Int? {
    sql.withUnsafeBytes { bytes in
      let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self).advanced(by: start)
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v3(
        handle, text, Int32(clamping: sql.count - start), 0, &statement, nil)
      defer { sqlite3_finalize(statement) }
      let offset = code == SQLITE_OK ? -1 : sqlite3_error_offset(handle)
      return offset >= 0 ? start + Int(offset) : nil
    }
  }

  /// Makes the statement ready to run again; its parameters stay bound.
  package func reset() { sqlite3_reset(handle) }
}

// MARK: - Rows

extension DynamicStatement {
  /// The storage class of a value.
  package enum Class: Sendable { case null, integer, real, text, blob }

  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The names of the result columns, as SQLite reports them.
  package var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
  }

  package func storageClass(_ column: Int) -> Class {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// Calls a closure with the bytes of a TEXT, in UTF-8, or of a BLOB. They are valid until the
  /// next step.
  package func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    // `sqlite3_column_blob` would return a text as UTF-16 if the database stores that.
    let isText = sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT
    let start =
      isText
      ? UnsafeRawPointer(sqlite3_column_text(handle, Int32(column)))
      : sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Calls a closure with the bytes of a TEXT or a BLOB as the database stores them: a TEXT can be
  /// UTF-16. Call it before the value is read in another way.
  package func withStoredBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Returns a value of the row. Invalid UTF-8 in a TEXT is replaced.
  package func value(_ column: Int) -> SQLValue {
    switch storageClass(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(real(column))
    case .text: .text(withBytes(column) { String(decoding: $0, as: UTF8.self) })
    case .blob: .blob(withBytes(column) { Array($0) })
    }
  }

  /// The values of the row.
  package var values: [SQLValue] { (0..<columnCount).map { value($0) } }
}

// MARK: - Parameters

extension DynamicStatement {
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// Returns the name of a parameter with its prefix; nil if it has only a number.
  ///
  /// - Parameter position: The position, from 1.
  package func parameterName(at position: Int) -> String? {
    sqlite3_bind_parameter_name(handle, Int32(position)).map { String(cString: $0) }
  }

  /// Binds a value, which SQLite copies.
  ///
  /// - Parameter position: The position, from 1.
  /// - Throws: ``DatabaseError``, for example if the value is larger than SQLite's limit.
  package func bind(_ value: SQLValue, at position: Int) throws {
    let place = Int32(position)
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, place)
      case .integer(let value): sqlite3_bind_int64(handle, place, value)
      case .real(let value): sqlite3_bind_double(handle, place, value)
      case .text(let text): bind(Array(text.utf8), isText: true, at: place)
      case .blob(let bytes): bind(bytes, isText: false, at: place)
      }
    guard code == SQLITE_OK else { throw DatabaseError(code, on: sqlite3_db_handle(handle)) }
  }

  package func bindNull(at position: Int) { sqlite3_bind_null(handle, Int32(position)) }

  package func bind(integer value: Int64, at position: Int) {
    sqlite3_bind_int64(handle, Int32(position), value)
  }

  package func bind(real value: Double, at position: Int) {
    sqlite3_bind_double(handle, Int32(position), value)
  }

  /// Binds bytes without copying them: they must stay in place until the statement has run and is
  /// reset.
  ///
  /// - Returns: False if there are more bytes than SQLite's limit.
  package func bind(borrowing bytes: UnsafeRawBufferPointer, isText: Bool, at position: Int)
    -> Bool
  {
    let (place, count) = (Int32(position), UInt64(bytes.count))
    guard count > 0, let start = bytes.baseAddress else {
      return bind([], isText: isText, at: place) == SQLITE_OK
    }
    if isText {
      let text = start.assumingMemoryBound(to: CChar.self)
      return sqlite3_bind_text64(handle, place, text, count, nil, UInt8(SQLITE_UTF8)) == SQLITE_OK
    }
    return sqlite3_bind_blob64(handle, place, start, count, nil) == SQLITE_OK
  }

  private func bind(_ bytes: [UInt8], isText: Bool, at place: Int32) -> Int32 {
    // The destructor that tells SQLite to copy the bytes.
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return bytes.withUnsafeBytes { bytes in
      if isText {
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let text else {
          return sqlite3_bind_text64(handle, place, "", 0, copying, UInt8(SQLITE_UTF8))
        }
        return sqlite3_bind_text64(
          handle, place, text, UInt64(bytes.count), copying, UInt8(SQLITE_UTF8))
      }
      guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(handle, place, 0) }
      return sqlite3_bind_blob64(handle, place, start, UInt64(bytes.count), copying)
    }
  }
}
