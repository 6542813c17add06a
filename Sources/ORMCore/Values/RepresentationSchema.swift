/// The stored form of a column's values: the name of its representation and, for an enum that is
/// `CaseIterable`, its cases.
///
/// ```swift
/// Album.schema.columns[2].representation?.name      // "unixSeconds"
/// ```
///
/// It is part of a table's schema, and `create` and `migrate` record it in the database. If the
/// representation of a column changes, its values are converted, or the migration is refused.
public struct RepresentationSchema: Sendable, Hashable {
  /// A case of an enum.
  public struct Case: Sendable, Hashable, Codable {
    /// The name of the case in Swift; nil if the type describes its values itself.
    public var name: String?
    /// The stored value, as an SQL literal: `2`, `'jazz'`.
    public var value: String

    /// Creates a case with its stored value.
    public init(_ name: String?, value: String) {
      self.name = name
      self.value = value
    }

    /// Whether both have the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
    }
  }

  /// The name of the representation; see ``ColumnRepresentation/representationName``.
  public var name: String
  /// The cases, if the type is an enum that lists them.
  public var cases: [Case]?

  /// Creates a representation with a name and, if it lists them, cases.
  public init(_ name: String, cases: [Case]? = nil) {
    self.name = name
    self.cases = cases
  }

  /// Creates the representation of a type.
  public init<Representation: ColumnRepresentation>(of type: Representation.Type) {
    self.init(Representation.representationName, cases: Representation.storedCases)
  }

  /// Whether both have the same bytes, and the same cases in the same order.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.cases == right.cases
  }
}

@_documentation(visibility: internal)
extension RepresentationSchema: ExpressibleByStringLiteral {
  /// Creates a representation without a list of cases.
  public init(stringLiteral name: String) { self.init(name) }
}

@_documentation(visibility: internal)
extension RepresentationSchema: Codable {
  private enum CodingKeys: String, CodingKey { case name, cases }

  /// Reads a name, or a name with cases.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .name),
      cases: try container.decode([Case].self, forKey: .cases))
  }

  /// Writes only the name if there are no cases.
  public func encode(to encoder: any Encoder) throws {
    guard let cases else {
      var container = encoder.singleValueContainer()
      return try container.encode(name)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(cases, forKey: .cases)
  }
}

@_documentation(visibility: internal)
extension RepresentationSchema: CustomStringConvertible {
  /// The name, and the cases in parentheses.
  public var description: String {
    guard let cases else { return name }
    let list = cases.map { one in one.name.map { "\($0) = \(one.value)" } ?? one.value }
    return "\(name) (\(list.joined(separator: ", ")))"
  }
}
