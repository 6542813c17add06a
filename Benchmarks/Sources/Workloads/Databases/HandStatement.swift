import CBaseline

/// A row that is read and written by hand, over the C API.
protocol HandRow {
  /// Reads the row that the statement is at.
  init(_ statement: OpaquePointer)
}

/// A prepared statement, as one writes it by hand where nobody else uses the connection.
struct HandStatement: ~Copyable {
  let pointer: OpaquePointer

  init(_ db: CConnection, _ sql: String) throws {
    var pointer: OpaquePointer?
    try SQLiteFailure.check(sqlite3_prepare_v2(db.pointer, sql, -1, &pointer, nil))
    guard let pointer else { throw SQLiteFailure(code: SQLITE_MISUSE) }
    self.pointer = pointer
  }

  deinit { sqlite3_finalize(pointer) }

  borrowing func fetch<Row: HandRow>(_ type: Row.Type = Row.self) throws -> [Row] {
    defer { sqlite3_reset(pointer) }
    var rows: [Row] = []
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: rows.append(Row(pointer))
      case SQLITE_DONE: return rows
      case let code: throw SQLiteFailure(code: code)
      }
    }
  }

  /// The rows of a statement with a parameter for each of the keys.
  borrowing func fetch<Row: HandRow>(_ type: Row.Type = Row.self, _ keys: [Int]) throws -> [Row] {
    for (index, key) in keys.enumerated() {
      sqlite3_bind_int64(pointer, Int32(index + 1), Int64(key))
    }
    return try fetch()
  }

  borrowing func find<Row: HandRow>(_ type: Row.Type = Row.self, _ key: Int) throws -> Row? {
    sqlite3_bind_int64(pointer, 1, Int64(key))
    defer { sqlite3_reset(pointer) }
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return Row(pointer)
    case SQLITE_DONE: return nil
    case let code: throw SQLiteFailure(code: code)
    }
  }

  borrowing func run() throws {
    let code = sqlite3_step(pointer)
    sqlite3_reset(pointer)
    guard code == SQLITE_DONE else { throw SQLiteFailure(code: code) }
  }
}

/// Keeps the compiler from leaving out what nothing reads.
@inline(never)
func consume<Value>(_ value: borrowing Value) {}

// MARK: - Columns

extension OpaquePointer {
  @inline(__always)
  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(self, column)) }

  @inline(__always)
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(self, column) == SQLITE_NULL }

  @inline(__always)
  func integerIfPresent(_ column: Int32) -> Int? {
    let value = sqlite3_column_value(self, column)
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : Int(sqlite3_value_int64(value))
  }

  @inline(__always)
  func real(_ column: Int32) -> Double { sqlite3_column_double(self, column) }

  @inline(__always)
  func realIfPresent(_ column: Int32) -> Double? {
    let value = sqlite3_column_value(self, column)
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_double(value)
  }

  @inline(__always)
  func text(_ column: Int32) -> String { textIfPresent(column) ?? "" }

  @inline(__always)
  func textIfPresent(_ column: Int32) -> String? {
    let value = sqlite3_column_value(self, column)
    guard let start = sqlite3_value_text(value) else { return nil }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  @inline(__always)
  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    let value = sqlite3_column_value(self, column)
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  @inline(__always)
  func bind(_ index: Int32, text: UnsafeBufferPointer<UInt8>) {
    text.withMemoryRebound(to: CChar.self) {
      _ = sqlite3_bind_text(self, index, $0.baseAddress, Int32($0.count), nil)
    }
  }
}
