import CSQLite
import ORMCore

/// A statement whose columns are known when it runs and not when the program is compiled, for
/// tools: values are bytes in SQLite's memory and are not copied.
///
/// It is used inside ``Connection/withHandle(_:)`` alone. See
/// <https://www.sqlite.org/c3ref/stmt.html>.
package struct DynamicStatement: ~Copyable {
  let handle: OpaquePointer

  /// Compiles the first statement of a text from a place on.
  ///
  /// - Parameters:
  ///   - place: The byte at which the text begins; afterwards that behind the statement.
  ///   - handle: The connection's.
  /// - Throws: ``DatabaseError`` with the statement's text. Of blanks and comments alone there is
  ///   no statement.
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
      // A text that ends with a NUL has nothing behind it that SQLite would see.
      if place == start { place = sql.count }
      if let statement {
        self.handle = statement
        return
      }
    }
    return nil
  }

  /// Compiles a text that holds one statement.
  package init(_ sql: String, on handle: OpaquePointer) throws {
    var place = 0
    guard let statement = try DynamicStatement(next: Array(sql.utf8), at: &place, on: handle) else {
      throw DatabaseError(extendedCode: .misuse, message: "there is no statement", sql: sql)
    }
    self = statement
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether the statement leaves all databases as they are; see
  /// <https://www.sqlite.org/c3ref/stmt_readonly.html>.
  package var isReadOnly: Bool {
    sqlite3_stmt_readonly(handle) != 0 || isExplanation
  }

  /// The text of the statement.
  package var sql: String? { sqlite3_sql(handle).map { String(cString: $0) } }

  /// Whether the statement explains another one, which does not run.
  package var isExplanation: Bool { sqlite3_stmt_isexplain(handle) != 0 }

  /// Moves to the next row.
  ///
  /// - Returns: whether there is one.
  /// - Throws: ``DatabaseError``; `CancellationError` if the task was cancelled.
  package func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    if code & 0xff == SQLITE_INTERRUPT, Task.isCancelled { throw CancellationError() }
    throw DatabaseError(code, on: sqlite3_db_handle(handle), sql: sql)
  }

  /// Runs a statement whose rows nobody wants, and makes it ready to run again.
  package func run() throws {
    let code = sqlite3_step(handle)
    // Of an error, the reset would only say the same again.
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

  /// Stops the statements that run on a connection, from any thread and from the handler of a
  /// signal: it does no more than to set a flag. See <https://www.sqlite.org/c3ref/interrupt.html>.
  package static func stopAll(on handle: OpaquePointer) { sqlite3_interrupt(handle) }

  /// Where in a text the error is for which its first statement can't be compiled: the byte, as
  /// SQLite knows it of most errors of syntax and of some columns. See
  /// <https://www.sqlite.org/c3ref/errcode.html>.
  ///
  /// - Parameter start: The byte at which the statement begins.
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

  /// The names of the columns, as SQLite has them.
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

  /// The bytes of a TEXT, in UTF-8, or of a BLOB, which are good until the next step.
  package func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    // Of a text, the blob would be UTF-16 in a database that has it.
    let isText = sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT
    let start =
      isText
      ? UnsafeRawPointer(sqlite3_column_text(handle, Int32(column)))
      : sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The bytes of a TEXT or a BLOB as the database stores them: a TEXT can be UTF-16. It has to be
  /// called before the value is read in another way.
  package func withStoredBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// A value of the row. Bytes of a TEXT that are no UTF-8 are replaced.
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

  /// The name of a parameter with its first character, nil if it has a number alone.
  ///
  /// - Parameter position: From 1.
  package func parameterName(at position: Int) -> String? {
    sqlite3_bind_parameter_name(handle, Int32(position)).map { String(cString: $0) }
  }

  /// Binds a value, of which SQLite makes a copy.
  ///
  /// - Parameter position: From 1.
  /// - Throws: ``DatabaseError``, for example if the value is larger than SQLite takes.
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

  /// Binds bytes of which SQLite makes no copy: they stay in their place until the statement has
  /// run and was reset.
  ///
  /// - Returns: false if there are more than SQLite takes.
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
