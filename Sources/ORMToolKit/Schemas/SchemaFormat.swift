import ORMSchema

/// The format of a written schema.
package enum SchemaFormat: String, Sendable, CaseIterable {
  /// JSON, which ``SchemaFile`` reads.
  case json
  /// The statements that create the schema.
  case sql
  /// XML, written by `orm-read`.
  case xml
  /// Structs with `@Table`.
  case swift
  /// The picture of `orm diagram`.
  case svg
  /// The picture as Mermaid text.
  case mermaid
  /// The picture as Graphviz text.
  case dot

  /// Returns the schema in this format, with a line break at its end.
  ///
  /// - Parameter isTerminal: Whether the text goes to a terminal, so that control characters in
  ///   names have to be escaped. The default is false.
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
