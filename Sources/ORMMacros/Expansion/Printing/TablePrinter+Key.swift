import ORMDeclarations

extension TablePrinter {
  /// ```swift
  /// var primaryKey: Int? { self.id }
  /// static func bind<Parameters: ORM.ParameterWriter & ~Copyable>(
  ///   key: Int, to parameters: inout Parameters, at position: Int
  /// ) throws {
  ///   try Int.write(key, to: &parameters, at: position)
  /// }
  /// ```
  ///
  /// A key of several columns is a tuple: `key.0`, `key.1`.
  var key: [String] {
    let columns = keyColumns
    if columns.isEmpty { return [] }
    let isAlone = columns.count == 1
    let type = columns.map(\.type.base).asTuple
    let value = columns.map { "self.\($0.property)" }.asTuple
    let writes = columns.enumerated().map { index, column in
      let value = isAlone ? "key" : "key.\(index)"
      let position = index == 0 ? "position" : "position + \(index)"
      return "  try \(column.baseRepresentation).write(\(value), to: &parameters, at: \(position))"
    }
    return [
      "\(access)var primaryKey: \(type)? { \(value) }",
      "\(access)static func bind<\(parameters): \(orm)ParameterWriter & ~\(swift)Copyable>"
        + "(key: \(type), to parameters: inout \(parameters), at position: \(swift)Int) throws {",
    ] + writes + ["}"]
  }
}
