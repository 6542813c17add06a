/// One row of a result, read by position.
///
/// The code that `@Table` generates is written against this protocol, so that one `init(row:)`
/// serves every engine; with a concrete row it specialises away. Reading is strict: a value of
/// another storage class throws ``RowDecodingError``, and so does NULL if none is expected.
///
/// A row is valid for the length of the call that hands it out, which is why it can't be copied.
public protocol RowReader: ~Copyable {
  /// How the value at `index` (from 0) is stored.
  borrowing func storageClass(at index: Int) -> StorageClass

  /// The INTEGER at `index`.
  borrowing func integer(at index: Int) throws(RowDecodingError) -> Int64
  /// The INTEGER at `index`, or nil for NULL.
  borrowing func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64?

  /// The REAL or INTEGER at `index`.
  ///
  /// A column of NUMERIC affinity stores 1.0 as the INTEGER 1, so both are read; an INTEGER that
  /// no `Double` holds exactly throws.
  borrowing func real(at index: Int) throws(RowDecodingError) -> Double
  /// The REAL or INTEGER at `index`, or nil for NULL.
  borrowing func realIfPresent(at index: Int) throws(RowDecodingError) -> Double?

  /// The TEXT at `index`, whole, embedded NUL included. Text that is not UTF-8 throws.
  borrowing func text(at index: Int) throws(RowDecodingError) -> String
  /// The TEXT at `index`, or nil for NULL.
  borrowing func textIfPresent(at index: Int) throws(RowDecodingError) -> String?

  /// Calls `body` with the bytes of the BLOB at `index`; an empty BLOB has no bytes and is not
  /// NULL.
  borrowing func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result

  /// The REAL at `index`, or nil for a value of another storage class.
  borrowing func realIfStored(at index: Int) -> Double?

  /// Calls `body` with the bytes of the BLOB at `index`, or gives nil for a value of another
  /// storage class.
  borrowing func withBlobIfStored<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result?

  /// The error for the value at `index`, with what the row knows of its column.
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

  /// Whether the value at `index` is NULL.
  @inlinable public borrowing func isNull(at index: Int) -> Bool {
    // A pattern is inlined into other modules, where `==` on this type is a call.
    if case .null = storageClass(at: index) { true } else { false }
  }
}
