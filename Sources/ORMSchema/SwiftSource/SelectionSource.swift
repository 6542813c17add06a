import ORMCore

/// The source of a struct for the rows of a view or a virtual table.
struct SelectionSource {
  let tableName: String
  let source: String
  /// Whether a column has values of any storage class.
  let needsUntyped: Bool
  /// Descriptions of everything that the struct can't express.
  let unsaid: [String]

  init(
    _ name: String, _ typeName: String, _ columns: [SwiftSourceOptions.SelectedColumn],
    view: Schema.View?, virtual: Schema.VirtualTable?, triggers: [Schema.Trigger],
    naming: SwiftSourceOptions.Naming
  ) {
    tableName = name
    var properties: [SQLName: String] = [:]
    var names = SwiftNames.selections
    var lines: [String] = []
    var needsUntyped = false
    for column in columns {
      let type = SwiftType(column.type, named: column.name, selected: column.values)
      let property = names.unused(SwiftName(column.name).property(naming))
      properties[SQLName(column.name)] = property
      var arguments: [String] = []
      if !property.hasSameBytes(as: column.name) { arguments.append(column.name.swiftLiteral) }
      if let argument = type.asArgument { arguments.append("as: \(argument).self") }
      if type.helper != nil { needsUntyped = true }
      let attribute =
        arguments.isEmpty ? "" : "@Column(\(arguments.joined(separator: ", "))) "
      if let reason = type.reason {
        lines.append("  // Inferred from the stored values: \(reason).")
      }
      lines.append("  \(attribute)var \(property): \(type.name)\(column.isCertain ? "" : "?")")
    }
    lines += ["", "  static let tableName = \(name.swiftLiteral)"]
    let kind = view == nil ? "virtual table" : "view"
    if let virtual {
      let module = virtual.moduleSQL.swiftTextLiteral(indent: "    ")
      lines += ["", "  static let moduleSQL = \(module)"]
    }
    if let view {
      let columns = view.columns.map { ", \($0.swiftLiteral)" }.joined()
      let list = columns.isEmpty ? "" : ", columns: \(columns.dropFirst(2))"  // Characters: ", "
      let query = view.query.swiftTextLiteral(indent: "      ")
      lines += [
        "", "  static var definition: SQLQuery<\(typeName)> {",
        "    SQLQuery(verbatim: \(query)\(list))", "  }",
      ]
    }
    let member = TriggerSource(triggers, of: typeName) { properties[SQLName($0)] }
    unsaid = member.unsaid
    if !member.lines.isEmpty { lines += [""] + member.lines }
    self.needsUntyped = needsUntyped
    source = """
      /// The \(kind) `\(name.inSwiftComment)`.
      @Selection
      struct \(typeName): \(view == nil ? "VirtualTable" : "DatabaseView"), Sendable {
      \(lines.joined(separator: "\n"))
      }
      """
  }
}

extension String {
  /// The text, split at line feeds.
  var lines: [String] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The text as a Swift literal, a multi-line one if it contains line feeds.
  ///
  /// - Parameter indent: The indentation of each line.
  func swiftTextLiteral(indent: String) -> String {
    guard utf8.contains(UInt8(ascii: "\n")) else { return swiftLiteral }
    let lines = lines.map { line in
      // Quotes are not escaped, unless three of them would end the literal.
      let hasThree = line.contains(bytes: "\"\"\"")
      let escaped = line.swiftEscaped { !hasThree && $0 == "\"" }
      return escaped.isEmpty ? "" : indent + escaped
    }
    return "\"\"\"\n\(lines.joined(separator: "\n"))\n\(indent)\"\"\""
  }
}
