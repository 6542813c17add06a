import ORMCore

@_documentation(visibility: internal)
extension Schema.Table: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, columns, keys, checks, references, formerNames
    case isStrict = "strict"
    case isWithoutRowID = "withoutRowID"
  }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.text(.name), columns: try container.list(.columns),
      keys: try container.list(.keys), checks: try container.list(.checks),
      references: try container.list(.references), isStrict: try container.flag(.isStrict),
      isWithoutRowID: try container.flag(.isWithoutRowID),
      formerNames: try container.list(.formerNames))
  }

  /// Encodes the table, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(columns, ifAny: .columns)
    try container.encode(keys, ifAny: .keys)
    try container.encode(checks, ifAny: .checks)
    try container.encode(references, ifAny: .references)
    try container.encode(isStrict, ifTrue: .isStrict)
    try container.encode(isWithoutRowID, ifTrue: .isWithoutRowID)
    try container.encode(formerNames, ifAny: .formerNames)
  }
}

@_documentation(visibility: internal)
extension Schema.Column: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, type, notNull, collation, generated, formerNames, representation
    case defaultValue = "default"
  }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.text(.name), type: try container.textIfAny(.type) ?? "",
      notNull: try container.decodeIfPresent(Schema.NotNull.self, forKey: .notNull),
      defaultValue: try container.decodeIfPresent(Schema.Default.self, forKey: .defaultValue),
      collation: try container.textIfAny(.collation),
      generated: try container.decodeIfPresent(Schema.Generated.self, forKey: .generated),
      formerNames: try container.list(.formerNames),
      representation: try container.decodeIfPresent(
        RepresentationSchema.self, forKey: .representation))
  }

  /// Encodes the column, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    if !type.isEmpty { try container.encode(type, forKey: .type) }
    try container.encodeIfPresent(notNull, forKey: .notNull)
    try container.encodeIfPresent(defaultValue, forKey: .defaultValue)
    try container.encodeIfPresent(collation, forKey: .collation)
    try container.encodeIfPresent(generated, forKey: .generated)
    try container.encode(formerNames, ifAny: .formerNames)
    try container.encodeIfPresent(representation, forKey: .representation)
  }
}

@_documentation(visibility: internal)
extension Schema.Generated: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, expression
    case isStored = "stored"
  }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.text(.expression), isStored: try container.flag(.isStored),
      name: try container.textIfAny(.name))
  }

  /// Encodes the expression, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(expression, forKey: .expression)
    try container.encode(isStored, ifTrue: .isStored)
  }
}
