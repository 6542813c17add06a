/// Returns the key that the database generated, as the key's Swift type.
///
/// - Throws: ``RowDecodingError`` if the key does not fit in the type. In that case the insert is
///   rolled back, so the row is not stored.
@_documentation(visibility: internal)
@inlinable
public func generatedKey<Key: FixedWidthInteger>(_ rowID: Int64) throws -> Key {
  guard let key = Key(exactly: rowID) else {
    throw RowDecodingError(column: "rowid", reason: .overflow(type: "\(Key.self)"))
  }
  return key
}

/// Returns the key that the database generated, as a type that is stored as an integer.
///
/// ```swift
/// struct ArtistID: RawRepresentable, ColumnValue, Hashable { let rawValue: Int }
/// @Table struct Artist { @Column(autoincrement: true) let id: ArtistID; … }
/// ```
@_documentation(visibility: internal)
public func generatedKey<Key: ColumnRepresentation>(
  _ rowID: Int64, as representation: Key.Type
) throws -> Key.Value {
  try Key.read(from: ValueRow(column: "rowid", value: .integer(rowID)), at: 0)
}
