import ORMDeclarations

extension ColumnModel {
  /// ```swift
  /// schema.add("artistID", Int.self, unique: true)
  /// schema.redact("artistID")
  /// schema.reference(from: "artistID", Int.self, to: Artist.self, onDelete: .cascade)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The column's name, as Swift source.
  ///   - isGeneratedKey: Whether the database generates the value, so that no default replaces it.
  ///   - source: A name as Swift source, as `name` is.
  func schemaStatements(
    name: String, isGeneratedKey: Bool = false, source: (String) -> String = \.swiftLiteral
  ) -> [String] {
    var arguments = [name, "\(columnRepresentation).self"]
    if case .literal(let value) = columnDefault, !isGeneratedKey, generated == nil {
      arguments.append("value: \(value)")
    }
    if isUnique { arguments.append("unique: true") }
    if case .expression(let value, _) = columnDefault { arguments.append("default: \(value)") }
    if let collation { arguments.append("collate: \(collation)") }
    if let check { arguments.append("check: \(check.swiftLiteral)") }
    if let generated { arguments.append("generated: \(generated)") }
    if isReadOnly { arguments.append("readOnly: true") }
    if type.isLazy { arguments.append("lazy: true") }
    if !formerNames.isEmpty {
      arguments.append("renamedFrom: [\(formerNames.map(source).joined(separator: ", "))]")
    }
    if let meaning { arguments.append("meaning: \(meaning.swiftLiteral)") }
    var statements = ["schema.add(\(arguments.joined(separator: ", ")))"]
    if isRedacted { statements.append("schema.redact(\(name))") }
    if let reference {
      var arguments = [
        "from: \(name)", "\(columnRepresentation).self",
        "to: \(reference.parent).\(reference.member)",
      ]
      if let action = reference.onDelete { arguments.append("onDelete: \(action)") }
      if let action = reference.onUpdate { arguments.append("onUpdate: \(action)") }
      let statement = "schema.reference(\(arguments.joined(separator: ", ")))"
      // The compiler reports an invalid key path or a key of another type at the property that
      // refers to the key.
      statements += [(source: statement, place: place)].onTheirLines
    }
    return statements
  }
}

extension EmbeddedModel {
  /// ```swift
  /// schema.embed(Address.self, prefix: "home_", nullable: true)
  /// ```
  ///
  /// - Parameter prefix: The prefix of the columns' names, as Swift source.
  func schemaStatement(prefix: String) -> String {
    let nullable = type.isOptional ? ", nullable: true" : ""
    return "schema.embed(\(type.base).self, prefix: \(prefix)\(nullable))"
  }
}
