extension Diagram {
  /// The report of what was drawn, in words.
  package func words(for path: String) -> String {
    let (tables, references) = (model.tables.count, model.references.count)
    return "\(SafeText.line(path)): \(tables) \(tables == 1 ? "table" : "tables"), "
      + "\(references) \(references == 1 ? "reference" : "references")"
  }

  /// The report of what was drawn, for programs.
  package func json(for path: String) -> JSONValue {
    .object([
      ("file", .text(path)), ("tables", .integer(model.tables.count)),
      ("references", .integer(model.references.count)),
      ("width", .integer(Int(layout.width.rounded(.up)))),
      ("height", .integer(Int(layout.height.rounded(.up)))),
    ])
  }
}
