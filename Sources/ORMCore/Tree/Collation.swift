/// The collation by which a column compares text; see
/// <https://www.sqlite.org/datatype3.html#collation>.
public struct Collation: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Byte by byte.
  public static let binary = Collation(rawValue: "BINARY")
  /// Byte by byte, after ASCII letters are folded to lower case.
  public static let noCase = Collation(rawValue: "NOCASE")
  /// Byte by byte, ignoring spaces at the end.
  public static let rightTrim = Collation(rawValue: "RTRIM")
}

extension Collation: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
