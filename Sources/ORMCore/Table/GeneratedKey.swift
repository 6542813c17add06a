/// The key that the database gave, as the key's Swift type.
///
/// - Throws: ``RowDecodingError`` where the type is too narrow; the row is then not kept, since the
///   statement that made it is rolled back.
@_documentation(visibility: internal)
@inlinable
public func generatedKey<Key: FixedWidthInteger>(_ rowID: Int64) throws -> Key {
  guard let key = Key(exactly: rowID) else {
    throw RowDecodingError(column: "rowid", reason: .overflow(type: "\(Key.self)"))
  }
  return key
}

/// The key that the database gave, as a type that is stored as an integer.
///
/// ```swift
/// struct ArtistID: RawRepresentable, ColumnValue, Hashable { let rawValue: Int }
/// @Table struct Artist { @Column(autoincrement: true) let id: ArtistID; … }
/// ```
@_documentation(visibility: internal)
public func generatedKey<Key: ColumnRepresentation>(
  _ rowID: Int64, as representation: Key.Type
) throws -> Key.Value {
  try Key.read(from: GivenKeyRow(rowID: rowID), at: 0)
}

/// A row of one INTEGER.
private struct GivenKeyRow: RowReader, ~Copyable {
  let rowID: Int64

  borrowing func storageClass(at index: Int) -> StorageClass { .integer }
  borrowing func integer(at index: Int) throws(RowDecodingError) -> Int64 { rowID }
  borrowing func integerIfPresent(at index: Int) throws(RowDecodingError) -> Int64? { rowID }

  borrowing func real(at index: Int) throws(RowDecodingError) -> Double {
    throw notThis(expected: "REAL")
  }
  borrowing func realIfPresent(at index: Int) throws(RowDecodingError) -> Double? {
    throw notThis(expected: "REAL")
  }
  borrowing func text(at index: Int) throws(RowDecodingError) -> String {
    throw notThis(expected: "TEXT")
  }
  borrowing func textIfPresent(at index: Int) throws(RowDecodingError) -> String? {
    throw notThis(expected: "TEXT")
  }
  borrowing func withBlob<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(RowDecodingError) -> Result
  ) throws(RowDecodingError) -> Result {
    throw notThis(expected: "BLOB")
  }

  borrowing func error(at index: Int, _ reason: RowDecodingError.Reason) -> RowDecodingError {
    RowDecodingError(column: "rowid", reason: reason)
  }

  private borrowing func notThis(expected: String) -> RowDecodingError {
    error(at: 0, .storageClass(expected: expected, found: .integer))
  }
}
