import ORMSchema

/// How a schema is written.
package enum SchemaFormat: String, Sendable, CaseIterable {
  /// What ``SchemaFile`` reads again.
  case json
  /// The statements that create it.
  case sql
  /// XML, by the program that reads it.
  case xml
  /// Structs with `@Table`.
  case swift
  /// The picture of `orm diagram`.
  case svg
  /// The same as a text of Mermaid's.
  case mermaid
  /// The same as a text of Graphviz's.
  case dot

  /// The schema in this format, with a line break at its end.
  ///
  /// - Parameter isTerminal: Whether a person reads it on a terminal, which obeys what names may
  ///   have.
  package func text(
    of schema: Schema, by reader: SourceReader = SourceReader(), isTerminal: Bool = false
  ) throws -> String {
    let text = try text(of: schema, reader)
    if !isTerminal { return text }
    if self == .sql, !text.isEmpty {
      return SafeText.script(String(decoding: text.utf8.dropLast(), as: UTF8.self)) + "\n"
    }
    return SafeText.document(text)
  }

  private func text(of schema: Schema, _ reader: SourceReader) throws -> String {
    switch self {
    case .json: try schema.json() + "\n"
    case .sql: schema.statements.isEmpty ? "" : schema.description + "\n"
    case .xml: try reader.xml(of: schema)
    case .swift: schema.swiftSource()
    case .svg: try Diagram(of: schema).svg
    case .mermaid: DiagramSource(schema).mermaid
    case .dot: DiagramSource(schema).dot
    }
  }
}
