/// One of the five ways in which SQLite stores a value.
///
/// See <https://www.sqlite.org/datatype3.html#storage_classes_and_datatypes>.
@frozen
public enum StorageClass: String, Sendable, Hashable, Codable, CustomStringConvertible {
  /// No value.
  case null = "NULL"
  /// A signed integer of up to 64 bits.
  case integer = "INTEGER"
  /// A floating-point number of 64 bits.
  case real = "REAL"
  /// Text, in UTF-8 or UTF-16 as the file has it.
  case text = "TEXT"
  /// Bytes, as they were given.
  case blob = "BLOB"

  public var description: String { rawValue }
}
