/// A row whose columns are counted from one in the middle of another row.
///
/// A borrowed row can't be stored, so it is kept by its address, which is good for the length of
/// ``withShiftedRow(_:by:_:)``.
@usableFromInline
struct ShiftedRow<Base: RowReader & ~Copyable>: RowReader, ~Copyable {
  @usableFromInline let base: UnsafePointer<Base>
  @usableFromInline let offset: Int

  @inlinable
  init(base: UnsafePointer<Base>, offset: Int) {
    self.base = base
    self.offset = offset
  }

  @inlinable
  borrowing func storageClass(at index: Int) -> StorageClass {
    base.pointee.storageClass(at: index + offset)
  }
  @inlinable
  borrowing func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    try base.pointee.integer(at: index + offset)
  }
  @inlinable
  borrowing func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    try base.pointee.integerIfPresent(at: index + offset)
  }
  @inlinable
  borrowing func real(at index: Int) throws(RowDecodingError) -> Double {
    try base.pointee.real(at: index + offset)
  }
  @inlinable
  borrowing func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    try base.pointee.realIfPresent(at: index + offset)
  }
  @inlinable
  borrowing func text(at index: Int) throws(RowDecodingError) -> String {
    try base.pointee.text(at: index + offset)
  }
  @inlinable
  borrowing func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    try base.pointee.textIfPresent(at: index + offset)
  }
  @inlinable
  borrowing func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    try base.pointee.withBlob(at: index + offset, body)
  }
  @inlinable
  borrowing func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError {
    base.pointee.error(at: index + offset, reason)
  }
}

/// Hands out the row with its columns counted from the one at `offset`.
@inlinable
func withShiftedRow<Row: RowReader & ~Copyable, Result>(
  _ row: borrowing Row, by offset: Int,
  _ body: (borrowing ShiftedRow<Row>) throws -> Result
) throws -> Result {
  try withUnsafePointer(to: row) { try body(ShiftedRow(base: $0, offset: offset)) }
}
