/// One of the five ways in which SQLite stores a value.
///
/// See <https://www.sqlite.org/datatype3.html#storage_classes_and_datatypes>.
@frozen
public enum StorageClass: String, Sendable, Hashable, Codable, CustomStringConvertible {
  case null = "NULL"
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"

  public var description: String { rawValue }
}
