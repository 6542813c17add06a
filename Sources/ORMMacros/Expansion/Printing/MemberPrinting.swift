import ORMDeclarations

extension TableModel.Member {
  /// ```swift
  /// String.read(from: row, at: 2)
  /// Address(row: row, at: 3)
  /// ```
  func read(at index: Position) -> String {
    switch self {
    case .column(let column):
      "\(column.columnRepresentation).read(from: row, at: \(index))"
        + (column.readsNullAsDefault ? " ?? \(column.swiftDefault ?? "nil")" : "")
    case .embedded(let group):
      group.type.isOptional
        ? "\(group.type.base).readIfPresent(row: row, at: \(index))"
        : "\(group.type.base)(row: row, at: \(index))"
    }
  }

  /// ```swift
  /// try String.write(self.name, to: &parameters, at: 1)
  /// try (self.home as ColumnTypes.home).bind(to: &parameters, at: 2)
  /// ```
  ///
  /// A lazy value that is not loaded is bound as NULL, and the statement does not name its column:
  ///
  /// ```swift
  /// if case .loaded(let value) = self.image {
  ///   try Data.write(value, to: &parameters, at: 3)
  /// } else {
  ///   parameters.bindNull(at: 3)
  /// }
  /// ```
  ///
  /// - Parameter isDraft: Whether values with a default in the database may be nil. The default is
  ///   `false`.
  func write(at position: Position, isDraft: Bool = false) -> [String] {
    let value = "self.\(property)"
    switch self {
    case .column(let column) where column.type.isLazy:
      return [
        "if case .loaded(let value) = \(value) {",
        "  try \(column.representation).write(value, to: &parameters, at: \(position))",
        "} else {",
        "  parameters.bindNull(at: \(position))",
        "}",
      ]
    case .column(let column):
      let type =
        isDraft && column.omitsNil ? "\(column.baseRepresentation)?" : column.representation
      return ["try \(type).write(\(value), to: &parameters, at: \(position))"]
    case .embedded(let group):
      return group.type.isOptional
        ? ["try \(group.type.base).bind(\(value), to: &parameters, at: \(position))"]
        // If the type is not embeddable, this adds no further errors to that of its alias.
        : ["try (\(value) as \(group.type.base)).bind(to: &parameters, at: \(position))"]
    }
  }

  /// Returns the value that a fetch returns after this one was written: the value itself for types
  /// that are stored exactly.
  ///
  /// ```swift
  /// try Date?.asStored(value.born)
  /// ```
  func asStored(_ value: String) -> String {
    switch self {
    case .column(let column) where column.type.isLazy: ".unloaded"
    case .column(let column):
      column.isExact ? value : "try \(column.representation).asStored(\(value))"
    case .embedded(let group):
      group.type.isOptional
        ? "try \(group.type.base).asStored(\(value))" : "try \(group.type.base)(stored: \(value))"
    }
  }
}

/// Returns the body of an initializer that converts a value to the fetched one.
///
/// ```swift
/// self = value
/// self.date = try Date?.asStored(value.date)
/// ```
///
/// If a property can't be assigned twice, or there are ignored variables, every property is
/// assigned once.
func storedBody(
  _ values: [(member: TableModel.Member, value: String)], hasIgnoredVariables: Bool
) -> [String] {
  let changed = values.filter { $1 != "value.\($0.property)" }
  let isShort =
    !hasIgnoredVariables && changed.allSatisfy(\.member.isPlainVariable)
    && changed.count + 1 < max(values.count, 2)
  return (isShort ? ["self = value"] : [])
    + (isShort ? changed : values).map { "self.\($0.property) = \($1)" }
}

extension [TableModel.Member] {
  /// Whether a row is read back because its JSON may decode to other values, as Swift source; nil
  /// if no member can need that.
  var readBack: String? {
    let conditions = compactMap { member in
      switch member {
      case .column(let column):
        !column.type.isLazy && !column.type.isExactAsJSON
          && (column.isJSON || column.baseRepresentation.isJSON)
          ? "\(column.baseRepresentation.qualified).needsReadBack" : nil
      case .embedded(let group): "\(group.type.base).needsReadBack"
      }
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " || ")
  }

  /// ```swift
  /// static var mayBeAllNull: Bool { Address.mayBeAllNull }
  /// ```
  ///
  /// Empty if a column is known to be never NULL.
  func nullability(access: String) -> [String] {
    var conditions: [String] = []
    for member in self {
      switch member {
      case .column(let column):
        if !column.type.isOptional && !column.readsNullAsDefault { return [] }
      case .embedded(let group):
        if !group.type.isOptional { conditions.append("\(group.type.base).mayBeAllNull") }
      }
    }
    if isEmpty { return [] }
    let value = conditions.isEmpty ? "true" : conditions.joined(separator: " && ")
    return ["\(access)static var mayBeAllNull: \(swift)Bool { \(value) }"]
  }
}
