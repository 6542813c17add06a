/// One of the five storage classes of SQLite.
///
/// See <https://www.sqlite.org/datatype3.html#storage_classes_and_datatypes>.
@frozen
public enum StorageClass: String, Sendable, Hashable, Codable, CustomStringConvertible {
  /// NULL.
  case null = "NULL"
  /// A signed integer of up to 64 bits.
  case integer = "INTEGER"
  /// A floating-point number of 64 bits.
  case real = "REAL"
  /// Text, in the encoding of the file: UTF-8 or UTF-16.
  case text = "TEXT"
  /// Bytes, stored unchanged.
  case blob = "BLOB"

  public var description: String { rawValue }
}
