extension TablePrinter {
  /// One statement a column: a single expression of many would take the type checker long.
  ///
  /// ```swift
  /// static var schema: ORM.TableSchema {
  ///   var schema = ORM.TableSchema("album")
  ///   schema.add("id", Int?.self)
  ///   schema.add("title", String.self, unique: true)
  ///   schema.add("plays", Int.self, value: 0)
  ///   schema.add("artistID", Int.self)
  ///   schema.reference(from: "artistID", to: Artist.self, onDelete: .cascade)
  ///   schema.embed(Address.self, prefix: "home_")
  ///   schema.primaryKey = ["id"]
  ///   schema.index("artistID", "title", unique: true)
  ///   return schema
  /// }
  /// ```
  var schema: [String] {
    var lines = ["var schema = ORM.TableSchema(\(table.name.swiftLiteral))"]
    for member in table.members {
      switch member {
      case .column(let column): lines += add(column)
      case .embedded(let group):
        let nullable = group.type.isOptional ? ", nullable: true" : ""
        lines.append(
          "schema.embed(\(group.type.base).self, prefix: \(group.prefix.swiftLiteral)\(nullable))")
      }
    }
    let key = table.keyColumns
    if !key.isEmpty {
      lines.append("schema.primaryKey = \(list(key.map(\.name)))")
    }
    if key.contains(where: \.isAutoincrement) { lines.append("schema.autoincrement = true") }
    if !table.constraints.isEmpty {
      lines.append("schema.constraints = \(list(table.constraints))")
    }
    if !table.isStrict { lines.append("schema.isStrict = false") }
    if table.isWithoutRowID { lines.append("schema.isWithoutRowID = true") }
    lines += table.indexes.map(index)
    return ["\(access)static var schema: ORM.TableSchema {"] + lines.indented
      + ["  return schema", "}"]
  }

  private func add(_ column: ColumnModel) -> [String] {
    let name = column.name.swiftLiteral
    var arguments = [name, "\(column.representation).self"]
    switch column.columnDefault {
    // The database gives this key, so no other value stands in for it.
    case _ where column.property == table.givenKey?.property: break
    case .literal(let value):
      if column.generated == nil { arguments.append("value: \(value)") }
    case .expression, nil: break
    }
    if column.isUnique { arguments.append("unique: true") }
    if case .expression(let value, _) = column.columnDefault {
      arguments.append("default: \(value)")
    }
    if let collation = column.collation { arguments.append("collate: \(collation)") }
    if let check = column.check { arguments.append("check: \(check.swiftLiteral)") }
    if let generated = column.generated { arguments.append("generated: \(generated)") }
    if column.isReadOnly { arguments.append("readOnly: true") }
    if column.type.isLazy { arguments.append("lazy: true") }
    var lines = ["schema.add(\(arguments.joined(separator: ", ")))"]
    if let reference = column.reference {
      var arguments = ["from: \(name)", "to: \(reference.parent)"]
      if let action = reference.onDelete { arguments.append("onDelete: \(action)") }
      if let action = reference.onUpdate { arguments.append("onUpdate: \(action)") }
      lines.append("schema.reference(\(arguments.joined(separator: ", ")))")
    }
    return lines
  }

  private func index(_ index: IndexModel) -> String {
    var arguments = index.columns.map { column in
      switch column {
      case .name(let name): name.swiftLiteral
      case .path(let path): "columns.\(path).name"
      }
    }
    if index.isUnique { arguments.append("unique: true") }
    if let condition = index.condition { arguments.append("where: \(condition.swiftLiteral)") }
    if let name = index.name { arguments.append("name: \(name.swiftLiteral)") }
    return "schema.index(\(arguments.joined(separator: ", ")))"
  }

  private func list(_ texts: [String]) -> String {
    "[\(texts.map(\.swiftLiteral).joined(separator: ", "))]"
  }
}
