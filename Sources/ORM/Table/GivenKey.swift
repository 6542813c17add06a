/// The key that the database gave, as the key's Swift type.
///
/// - Throws: ``RowDecodingError`` where the type is too narrow; the row is then not kept, since the
///   statement that made it is rolled back.
@inlinable
public func givenKey<Key: FixedWidthInteger>(_ rowID: Int64) throws -> Key {
  guard let key = Key(exactly: rowID) else {
    throw RowDecodingError(column: "rowid", reason: .overflow(type: "\(Key.self)"))
  }
  return key
}
