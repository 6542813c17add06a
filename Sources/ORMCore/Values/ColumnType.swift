/// The declared type of a column in `CREATE TABLE`.
///
/// The names are those that a `STRICT` table accepts; see
/// <https://www.sqlite.org/stricttables.html>.
public struct ColumnType: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Integers of up to 64 bits: `INTEGER`.
  public static let integer = ColumnType(rawValue: "INTEGER")
  /// Floating-point numbers: `REAL`.
  public static let real = ColumnType(rawValue: "REAL")
  /// Text: `TEXT`.
  public static let text = ColumnType(rawValue: "TEXT")
  /// Bytes: `BLOB`.
  public static let blob = ColumnType(rawValue: "BLOB")
  /// Keeps whatever storage class it is given.
  public static let any = ColumnType(rawValue: "ANY")

  public var description: String { rawValue }
}
