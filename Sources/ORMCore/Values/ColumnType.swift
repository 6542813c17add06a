/// The type of a column in `CREATE TABLE`, or of a `CAST`.
///
/// The type is abstract, and each engine decides how to declare it. SQLite has five declared types;
/// other engines have a separate boolean type.
public enum ColumnType: Sendable {
  /// True or false: `INTEGER`, 1 or 0.
  case bool
  /// Integers of up to 16 bits: `INTEGER`.
  case int16
  /// Integers of up to 32 bits: `INTEGER`.
  case int32
  /// Integers of up to 64 bits: `INTEGER`.
  case integer
  /// Floating-point numbers of 32 bits: `REAL`.
  case float
  /// Floating-point numbers of 64 bits: `REAL`.
  case real
  /// Text: `TEXT`.
  case text
  /// Bytes: `BLOB`.
  case blob
  /// A point in time, in seconds since 1970: `REAL`.
  case instant
  /// A day of the calendar, `2024-02-29`: `TEXT`.
  case day
  /// A UUID of 16 bytes: `BLOB`.
  case uuid
  /// A number of decimal digits: `TEXT`.
  case decimal
  /// JSON: `TEXT`.
  case json
  /// A value of any storage class, which is stored unchanged: `ANY`.
  case any
  /// The type with this name in the engine's SQL, such as `NUMERIC`.
  case named(String)

  /// Whether SQLite declares it as `INTEGER`, so that a primary key of it is the rowid.
  package var isInteger: Bool {
    switch self {
    case .bool, .int16, .int32, .integer: true
    case .named(let name): name.hasSameBytes(as: "INTEGER")
    default: false
    }
  }
}

@_documentation(visibility: internal)
extension ColumnType: CustomStringConvertible {
  /// SQLite's name of the type, which a `STRICT` table accepts unless the type is ``named(_:)``;
  /// see <https://www.sqlite.org/stricttables.html>.
  public var description: String {
    switch self {
    case .bool, .int16, .int32, .integer: "INTEGER"
    case .float, .real, .instant: "REAL"
    case .text, .day, .decimal, .json: "TEXT"
    case .blob, .uuid: "BLOB"
    case .any: "ANY"
    case .named(let name): name
    }
  }
}

@_documentation(visibility: internal)
extension ColumnType: Hashable {
  // SQLite ignores the case of `text` and `TEXT`, but here names are compared byte for byte.
  public static func == (left: ColumnType, right: ColumnType) -> Bool {
    switch (left, right) {
    case (.named(let left), .named(let right)): left.hasSameBytes(as: right)
    case (.named, _), (_, .named): false
    default: left.word == right.word
    }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(word) }

  /// The case's name; nil for ``named(_:)``.
  private var word: Word? {
    switch self {
    case .bool: .bool
    case .int16: .int16
    case .int32: .int32
    case .integer: .integer
    case .float: .float
    case .real: .real
    case .text: .text
    case .blob: .blob
    case .instant: .instant
    case .day: .day
    case .uuid: .uuid
    case .decimal: .decimal
    case .json: .json
    case .any: .any
    case .named: nil
    }
  }

  private enum Word: String, Codable {
    case bool, int16, int32, integer, float, real, text, blob
    case instant, day, uuid, decimal, json, any

    var type: ColumnType {
      switch self {
      case .bool: .bool
      case .int16: .int16
      case .int32: .int32
      case .integer: .integer
      case .float: .float
      case .real: .real
      case .text: .text
      case .blob: .blob
      case .instant: .instant
      case .day: .day
      case .uuid: .uuid
      case .decimal: .decimal
      case .json: .json
      case .any: .any
      }
    }
  }
}

@_documentation(visibility: internal)
extension ColumnType: Codable {
  private enum CodingKeys: CodingKey { case named }

  /// Decodes the case's name, `"bool"`, or an object with the engine's name:
  /// `{"named": "NUMERIC"}`.
  public init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: CodingKeys.self) {
      self = .named(try object.decode(String.self, forKey: .named))
    } else {
      self = try decoder.singleValueContainer().decode(Word.self).type
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .named(let name):
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(name, forKey: .named)
    default:
      var value = encoder.singleValueContainer()
      try value.encode(word)
    }
  }
}
