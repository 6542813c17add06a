import CSQLite
import ORMCore

/// The arguments of a call, decoded like the columns of a row.
struct FunctionArguments: RowReader {
  let function: String
  let values: UnsafeMutableBufferPointer<OpaquePointer?>

  init(function: String, count: Int32, values: UnsafeMutablePointer<OpaquePointer?>?) {
    self.function = function
    self.values = UnsafeMutableBufferPointer(start: values, count: Int(count))
  }

  private func value(at index: Int) -> OpaquePointer? {
    values.indices.contains(index) ? values[index] : nil
  }

  func storageClass(at index: Int) -> StorageClass {
    guard let value = value(at: index) else { return .null }
    return StorageClass(code: sqlite3_value_type(value))
  }

  func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    try check(index, .integer)
    return sqlite3_value_int64(value(at: index))
  }

  func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    isNull(at: index) ? nil : try integer(at: index)
  }

  func real(at index: Int) throws(RowDecodingError) -> Double {
    if storageClass(at: index) == .integer {
      guard let real = Double(exactly: sqlite3_value_int64(value(at: index))) else {
        throw overflow(at: index, as: Double.self)
      }
      return real
    }
    try check(index, .real)
    return sqlite3_value_double(value(at: index))
  }

  func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    isNull(at: index) ? nil : try real(at: index)
  }

  func text(at index: Int) throws(RowDecodingError) -> String {
    try check(index, .text)
    let value = value(at: index)
    let start = sqlite3_value_text(value)
    let utf8 = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    guard start != nil, let text = String(validating: utf8, as: UTF8.self) else {
      throw error(at: index, .invalid(type: "String", description: "the text is not UTF-8"))
    }
    return text
  }

  func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    isNull(at: index) ? nil : try text(at: index)
  }

  func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    try check(index, .blob)
    let value = value(at: index)
    let bytes = sqlite3_value_blob(value)
    let count = bytes == nil ? 0 : Int(sqlite3_value_bytes(value))
    return try body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError {
    RowDecodingError(column: "argument \(index + 1) of \(function)()", reason: reason)
  }

  private func check(_ index: Int, _ expected: StorageClass) throws(RowDecodingError) {
    let found = storageClass(at: index)
    guard found == expected else {
      throw error(at: index, .storageClass(expected: expected.rawValue, found: found))
    }
  }
}

extension FunctionArguments {
  /// All arguments.
  var all: [SQLValue] {
    get throws { try values.indices.map { try sqlValue(at: $0) } }
  }

  /// Decodes the arguments one after the other.
  struct Reading {
    let arguments: FunctionArguments
    var position = 0

    mutating func next<Argument: ColumnValue>(_ type: Argument.Type) throws -> Argument {
      defer { position += 1 }
      return try Argument.read(from: arguments, at: position)
    }
  }
}
