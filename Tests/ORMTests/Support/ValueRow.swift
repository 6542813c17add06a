import ORM

/// A row made of values, as strict as a row of SQLite's.
///
/// What reads from it does so by the protocol alone, as it would from another engine.
struct ValueRow: RowReader, ~Copyable {
  let values: [SQLValue]

  init(_ values: SQLValue...) { self.values = values }

  private borrowing func value(at index: Int) -> SQLValue {
    values.indices.contains(index) ? values[index] : .null
  }

  borrowing func storageClass(at index: Int) -> StorageClass { value(at: index).storageClass }

  borrowing func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    guard case .integer(let value) = value(at: index) else { throw mismatch(at: index, .integer) }
    return value
  }

  borrowing func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    isNull(at: index) ? nil : try integer(at: index)
  }

  borrowing func real(at index: Int) throws(RowDecodingError) -> Double {
    switch value(at: index) {
    case .real(let value): return value
    case .integer(let value):
      guard let real = Double(exactly: value) else {
        throw error(at: index, .overflow(type: "Double"))
      }
      return real
    default: throw mismatch(at: index, .real)
    }
  }

  borrowing func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    isNull(at: index) ? nil : try real(at: index)
  }

  borrowing func text(at index: Int) throws(RowDecodingError) -> String {
    guard case .text(let value) = value(at: index) else { throw mismatch(at: index, .text) }
    return value
  }

  borrowing func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    isNull(at: index) ? nil : try text(at: index)
  }

  borrowing func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    guard case .blob(let bytes) = value(at: index) else { throw mismatch(at: index, .blob) }
    // The closure of `withUnsafeBytes` throws what it likes.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    return try body(UnsafeRawBufferPointer(buffer))
  }

  private borrowing func mismatch(
    at index: Int, _ expected: StorageClass
  ) -> RowDecodingError {
    error(
      at: index, .storageClass(expected: expected.rawValue, found: storageClass(at: index)))
  }

  borrowing func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError {
    guard values.indices.contains(index) else {
      return RowDecodingError(column: "\(index)", reason: .missingColumn)
    }
    return RowDecodingError(column: "value", reason: reason)
  }
}
