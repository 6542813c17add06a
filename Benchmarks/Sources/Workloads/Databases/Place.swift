/// Where a database is.
public enum Place: String, CaseIterable, Sendable, Codable, CodingKeyRepresentable {
  case memory
  /// In a file in WAL mode, with `synchronous = NORMAL`.
  case disk
}
