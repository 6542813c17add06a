/// A row of one value.
package struct ValueRow: RowReader {
  private let column: String
  private let value: SQLValue

  package init(column: String, value: SQLValue) {
    self.column = column
    self.value = value
  }

  package func storageClass(at index: Int) -> StorageClass { value.storageClass }

  package func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    guard case .integer(let number) = value else { throw unexpected("INTEGER") }
    return number
  }

  package func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    isNull(at: index) ? nil : try integer(at: index)
  }

  package func real(at index: Int) throws(RowDecodingError) -> Double {
    switch value {
    case .real(let number): return number
    case .integer(let number):
      guard let real = Double(exactly: number) else {
        throw error(at: index, .overflow(type: "Double"))
      }
      return real
    default: throw unexpected("REAL")
    }
  }

  package func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    isNull(at: index) ? nil : try real(at: index)
  }

  package func text(at index: Int) throws(RowDecodingError) -> String {
    guard case .text(let text) = value else { throw unexpected("TEXT") }
    return text
  }

  package func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    isNull(at: index) ? nil : try text(at: index)
  }

  package func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    guard case .blob(let bytes) = value else { throw unexpected("BLOB") }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    return try body(UnsafeRawBufferPointer(copy))
  }

  package func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError {
    RowDecodingError(column: column, reason: reason)
  }

  private func unexpected(_ expected: String) -> RowDecodingError {
    error(at: 0, .storageClass(expected: expected, found: value.storageClass))
  }
}
