@_documentation(visibility: internal)
extension Schema.Index: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, table, columns, condition
    case isUnique = "unique"
  }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.text(.name), on: try container.text(.table), try container.list(.columns),
      isUnique: try container.flag(.isUnique), condition: try container.textIfAny(.condition))
  }

  /// Encodes the index, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(table, forKey: .table)
    try container.encode(columns, ifAny: .columns)
    try container.encode(isUnique, ifTrue: .isUnique)
    try container.encodeIfPresent(condition, forKey: .condition)
  }
}

@_documentation(visibility: internal)
extension Schema.View: Codable {
  private enum CodingKeys: String, CodingKey { case name, columns, query }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.text(.name), columns: try container.list(.columns),
      query: try container.text(.query))
  }

  /// Encodes the view, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(columns, ifAny: .columns)
    try container.encode(query, forKey: .query)
  }
}

@_documentation(visibility: internal)
extension Schema.Trigger: Codable {
  private enum CodingKeys: String, CodingKey { case name, table, timing, event, columns, action }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.text(.name), try container.decode(Timing.self, forKey: .timing),
      try container.decode(Event.self, forKey: .event), of: try container.list(.columns),
      on: try container.text(.table), action: try container.text(.action))
  }

  /// Encodes the trigger, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(table, forKey: .table)
    try container.encode(timing, forKey: .timing)
    try container.encode(event, forKey: .event)
    try container.encode(columns, ifAny: .columns)
    try container.encode(action, forKey: .action)
  }
}

@_documentation(visibility: internal)
extension Schema.VirtualTable: Codable {
  private enum CodingKeys: String, CodingKey { case name, module, arguments }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.text(.name), using: try container.text(.module),
      try container.list(.arguments))
  }

  /// Encodes the table, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(module, forKey: .module)
    try container.encode(arguments, ifAny: .arguments)
  }
}
