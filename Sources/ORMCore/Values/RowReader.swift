/// One row of a result, read by position.
///
/// The code that `@Table` generates uses this protocol, so that one `init(row:)` works with every
/// engine; it is specialized for a concrete row. Reading is strict: a value of another storage
/// class throws ``RowDecodingError``, and so does NULL if the method does not allow it.
///
/// A row is valid only during the call that passes it, so it can't be copied.
public protocol RowReader: ~Copyable {
  /// Returns the storage class of the value at `index`, from 0.
  borrowing func storageClass(at index: Int) -> StorageClass

  /// Returns the INTEGER at `index`.
  borrowing func integer(at index: Int) throws(RowDecodingError) -> Int64
  /// Returns the INTEGER at `index`, or nil for NULL.
  borrowing func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64?

  /// Returns the REAL or INTEGER at `index`.
  ///
  /// A column of NUMERIC affinity stores 1.0 as the INTEGER 1, so both are read. An INTEGER that a
  /// `Double` can't represent exactly throws.
  borrowing func real(at index: Int) throws(RowDecodingError) -> Double
  /// Returns the REAL or INTEGER at `index`, or nil for NULL.
  borrowing func realIfPresent(at index: Int) throws(RowDecodingError) -> Double?

  /// Returns the whole TEXT at `index`, embedded NUL included. Text that is not UTF-8 throws.
  borrowing func text(at index: Int) throws(RowDecodingError) -> String
  /// Returns the TEXT at `index`, or nil for NULL.
  borrowing func textIfPresent(at index: Int) throws(RowDecodingError) -> String?

  /// Calls `body` with the bytes of the BLOB at `index`. An empty BLOB is an empty buffer; NULL
  /// throws.
  borrowing func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result

  /// Returns the REAL at `index`, or nil for a value of another storage class.
  borrowing func realIfStored(at index: Int) -> Double?

  /// Calls `body` with the bytes of the BLOB at `index`, or returns nil for a value of another
  /// storage class.
  borrowing func withBlobIfStored<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result?

  /// Returns the error for the value at `index`, with the name of its column.
  borrowing func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError
}

extension RowReader where Self: ~Copyable {
  @inlinable
  public borrowing func realIfStored(at index: Int) -> Double? {
    guard case .real = storageClass(at: index) else { return nil }
    return try? real(at: index)
  }

  @inlinable
  public borrowing func withBlobIfStored<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    guard case .blob = storageClass(at: index) else { return nil }
    return try? withBlob(at: index) { bytes throws(RowDecodingError) in body(bytes) }
  }

  /// Returns whether the value at `index` is NULL.
  @inlinable public borrowing func isNull(at index: Int) -> Bool {
    // A pattern is inlined into other modules; `==` on this type would be a call.
    if case .null = storageClass(at: index) { true } else { false }
  }
}
