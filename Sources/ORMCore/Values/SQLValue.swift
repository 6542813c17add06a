/// A value as SQLite stores it: an argument of a statement, or a value of an untyped row.
public enum SQLValue: Sendable, Hashable {
  /// NULL.
  case null
  /// An INTEGER.
  case integer(Int64)
  /// A REAL.
  case real(Double)
  /// A TEXT, embedded NUL included.
  case text(String)
  /// A BLOB; an empty array is an empty BLOB, not NULL.
  case blob([UInt8])

  /// The storage class of the value.
  public var storageClass: StorageClass {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

/// Two values are equal if SQLite stores them identically: texts if their bytes are equal, unlike
/// Swift's `==` for `String`.
@_documentation(visibility: internal)
extension SQLValue {
  public static func == (left: SQLValue, right: SQLValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storageClass)
    switch self {
    case .null: break
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(let value): value.hashBytes(into: &hasher)
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension SQLValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .real(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
}
