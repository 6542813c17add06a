import ORMDeclarations

extension TablePrinter {
  /// One statement for each column: a single expression would slow down the type checker.
  ///
  /// ```swift
  /// static let schema: ORM.TableSchema = {
  ///   var schema = ORM.TableSchema("album")
  ///   schema.add("id", Int?.self)
  ///   schema.add("title", String.self, unique: true)
  ///   schema.add("plays", Int.self, value: 0)
  ///   schema.add("artistID", Int.self)
  ///   schema.reference(from: "artistID", Int.self, to: Artist.self, onDelete: .cascade)
  ///   schema.embed(Address.self, prefix: "home_")
  ///   schema.primaryKey = ["id"]
  ///   schema.index("artistID", "title", unique: true)
  ///   return schema
  /// }()
  /// ```
  ///
  /// The schema is built once. A generic type can't store it, and builds it each time: `static var
  /// schema: ORM.TableSchema { … }`.
  var schema: [String] {
    var lines = ["var schema = \(orm)TableSchema(\(table.name.swiftLiteral))"]
    if !table.formerNames.isEmpty {
      lines.append("schema.formerNames = \(list(table.formerNames))")
    }
    for member in table.members {
      switch member {
      case .column(let column):
        lines += column.schemaStatements(
          name: column.name.swiftLiteral,
          isGeneratedKey: generatedKey?.property.isSameIdentifier(as: column.property) ?? false)
      case .embedded(let group):
        lines.append(group.schemaStatement(prefix: group.prefix.swiftLiteral))
      }
    }
    let key = keyColumns
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
    let (start, end) =
      table.mayBeGeneric
      ? ("var schema: \(orm)TableSchema {", "}") : ("let schema: \(orm)TableSchema = {", "}()")
    return ["\(access)static \(start)"] + lines.indented + ["  return schema", end]
  }

  private func index(_ index: IndexModel) -> String {
    var arguments = index.columns.map { column in
      switch column {
      case .name(let name): name.swiftLiteral
      case .path(let path): "columns.\(path).name"
      }
    }
    if !index.terms.isEmpty {
      arguments = index.terms.map(\.swiftLiteral)
      arguments[0] = "terms: " + arguments[0]
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
