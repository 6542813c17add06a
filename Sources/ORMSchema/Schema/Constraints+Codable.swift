@_documentation(visibility: internal)
extension Schema.Key: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, kind, columns, conflict
    case isAutoincrement = "autoincrement"
    case isOnColumn = "onColumn"
  }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Kind.self, forKey: .kind), try container.list(.columns),
      name: try container.textIfAny(.name),
      conflict: try container.decodeIfPresent(Schema.Conflict.self, forKey: .conflict),
      isAutoincrement: try container.flag(.isAutoincrement),
      isOnColumn: try container.flag(.isOnColumn))
  }

  /// Encodes the key, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    try container.encode(columns, ifAny: .columns)
    try container.encodeIfPresent(conflict, forKey: .conflict)
    try container.encode(isAutoincrement, ifTrue: .isAutoincrement)
    try container.encode(isOnColumn, ifTrue: .isOnColumn)
  }
}

@_documentation(visibility: internal)
extension Schema.IndexedColumn: Codable {
  private enum CodingKeys: String, CodingKey {
    case column, expression, collation
    case isDescending = "descending"
  }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let expression = try container.textIfAny(.expression) {
      self.init(expression: expression)
    } else {
      self.init(try container.text(.column))
    }
    collation = try container.textIfAny(.collation)
    isDescending = try container.flag(.isDescending)
  }

  /// Encodes the column or the expression, and omits the properties that are empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: isExpression ? .expression : .column)
    try container.encodeIfPresent(collation, forKey: .collation)
    try container.encode(isDescending, ifTrue: .isDescending)
  }
}

@_documentation(visibility: internal)
extension Schema.Reference: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, columns, table, tableColumns, onDelete, onUpdate, match, deferral
    case isOnColumn = "onColumn"
  }

  /// Decodes the form that ``Schema/json()`` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.list(.columns), to: try container.text(.table),
      columns: try container.list(.tableColumns),
      onDelete: try container.decodeIfPresent(Schema.Action.self, forKey: .onDelete) ?? .noAction,
      onUpdate: try container.decodeIfPresent(Schema.Action.self, forKey: .onUpdate) ?? .noAction,
      match: try container.textIfAny(.match),
      deferral: try container.decodeIfPresent(Schema.Deferral.self, forKey: .deferral),
      name: try container.textIfAny(.name), isOnColumn: try container.flag(.isOnColumn))
  }

  /// Encodes the reference, and omits actions that are `NO ACTION` and the properties that are
  /// empty, nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(columns, forKey: .columns)
    try container.encode(table, forKey: .table)
    try container.encode(tableColumns, ifAny: .tableColumns)
    if onDelete != .noAction { try container.encode(onDelete, forKey: .onDelete) }
    if onUpdate != .noAction { try container.encode(onUpdate, forKey: .onUpdate) }
    try container.encodeIfPresent(match, forKey: .match)
    try container.encodeIfPresent(deferral, forKey: .deferral)
    try container.encode(isOnColumn, ifTrue: .isOnColumn)
  }
}
