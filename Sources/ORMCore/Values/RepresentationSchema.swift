/// The stored form of a column's values: the name of its representation, the cases of an enum that
/// is `CaseIterable`, and the meaning that the column declares.
///
/// ```swift
/// Album.schema.columns[2].representation?.name      // "unixSeconds"
/// ```
///
/// It is part of a table's schema, and `create` and `migrate` record it in the database. If the
/// representation of a column or its meaning changes, its values are converted, or the migration is
/// refused.
public struct RepresentationSchema: Sendable, Hashable {
  /// A case of an enum.
  public struct Case: Sendable, Hashable, Codable {
    /// The name of the case in Swift; nil if the enum has its own `description` or
    /// `debugDescription`, which may be a text for users.
    public var name: String?
    /// The stored value, as an SQL literal: `2`, `'jazz'`.
    public var value: String

    /// Creates a case with its stored value.
    public init(_ name: String?, value: String) {
      self.name = name
      self.value = value
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.value.hasSameBytes(as: right.value)
    }
  }

  /// The name of the representation; see ``ColumnRepresentation/representationName``.
  public var name: String
  /// The cases, if the type is an enum that lists them.
  public var cases: [Case]?
  /// The meaning of the values, from `@Column(meaning:)`: `percent`. The default is nil.
  public var meaning: String?

  /// Creates a representation with a name, and optionally its cases and its meaning.
  public init(_ name: String, cases: [Case]? = nil, meaning: String? = nil) {
    self.name = name
    self.cases = cases
    self.meaning = meaning
  }

  /// Creates the representation of a type.
  public init<Representation: ColumnRepresentation>(of type: Representation.Type) {
    self.init(Representation.representationName, cases: Representation.storedCases)
  }

  /// Whether the names and meanings are equal, byte for byte, and the cases are the same and in the
  /// same order.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.cases == right.cases
      && left.meaning.hasSameBytes(as: right.meaning)
  }
}

extension RepresentationSchema {
  /// Whether the cases are numbers without names, so that a reordering of the cases is not
  /// detected.
  package var hasUnnamedNumbers: Bool {
    guard let cases, let first = cases.first else { return false }
    return cases.compactMap(\.name).isEmpty && first.value.utf8.first != UInt8(ascii: "'")
  }

  /// Returns whether both are the same, except that one name may lack the enclosing types.
  package func isSameForm(as other: Self) -> Bool {
    TypeName.isSame(name, other.name) && cases == other.cases
      && meaning.hasSameBytes(as: other.meaning)
  }
}

@_documentation(visibility: internal)
extension RepresentationSchema: ExpressibleByStringLiteral {
  /// Creates a representation without a list of cases.
  public init(stringLiteral name: String) { self.init(name) }
}

@_documentation(visibility: internal)
extension RepresentationSchema: Codable {
  private enum CodingKeys: String, CodingKey { case name, cases, meaning }

  /// Reads a name, or a name with cases and a meaning.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .name),
      cases: try container.decodeIfPresent([Case].self, forKey: .cases),
      meaning: try container.decodeIfPresent(String.self, forKey: .meaning))
  }

  /// Writes only the name if there are no cases and no meaning.
  public func encode(to encoder: any Encoder) throws {
    if cases == nil && meaning == nil {
      var container = encoder.singleValueContainer()
      return try container.encode(name)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(cases, forKey: .cases)
    try container.encodeIfPresent(meaning, forKey: .meaning)
  }
}

@_documentation(visibility: internal)
extension RepresentationSchema: CustomStringConvertible {
  /// The name, the cases in parentheses, and the meaning.
  public var description: String {
    var text = name
    if let cases {
      let list = cases.map { one in one.name.map { "\($0) = \(one.value)" } ?? one.value }
      text += " (\(list.joined(separator: ", ")))"
    }
    return meaning.map { "\(text) with the meaning \($0.debugDescription)" } ?? text
  }
}
