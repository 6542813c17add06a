import ORMSchema

/// How a schema is written.
package enum SchemaFormat: String, Sendable, CaseIterable {
  /// What ``SchemaFile`` reads again.
  case json
  /// The statements that create it.
  case sql
  /// Structs with `@Table`.
  case swift
  /// The picture of `orm diagram`.
  case svg

  /// The schema in this format, with a line break at its end.
  package func text(of schema: Schema) throws -> String {
    switch self {
    case .json: try schema.json() + "\n"
    case .sql: schema.statements.isEmpty ? "" : schema.description + "\n"
    case .swift: schema.swiftSource()
    case .svg: try Diagram(of: schema).svg
    }
  }
}
