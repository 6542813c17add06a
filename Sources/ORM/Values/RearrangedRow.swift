/// A row whose columns stand in another order than they are read in.
@usableFromInline
struct RearrangedRow<Base: RowReader & ~Copyable>: RowReader, ~Copyable {
  @usableFromInline let base: Base
  @usableFromInline let positions: [Int]

  /// - Parameter positions: Where each column that is read stands in `base`.
  @inlinable
  init(_ base: consuming Base, positions: [Int]) {
    self.base = base
    self.positions = positions
  }

  @inlinable
  borrowing func storageClass(at index: Int) -> StorageClass {
    base.storageClass(at: positions[index])
  }

  @inlinable
  borrowing func integer(at index: Int) throws(RowDecodingError) -> Int64 {
    try base.integer(at: positions[index])
  }

  @inlinable
  borrowing func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? {
    try base.integerIfPresent(at: positions[index])
  }

  @inlinable
  borrowing func real(at index: Int) throws(RowDecodingError) -> Double {
    try base.real(at: positions[index])
  }

  @inlinable
  borrowing func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    try base.realIfPresent(at: positions[index])
  }

  @inlinable
  borrowing func text(at index: Int) throws(RowDecodingError) -> String {
    try base.text(at: positions[index])
  }

  @inlinable
  borrowing func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    try base.textIfPresent(at: positions[index])
  }

  @inlinable
  borrowing func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    try base.withBlob(at: positions[index], body)
  }

  @inlinable
  borrowing func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError {
    base.error(at: positions[index], reason)
  }
}
