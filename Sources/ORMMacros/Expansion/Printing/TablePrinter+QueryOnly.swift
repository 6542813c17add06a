import ORMDeclarations

extension TablePrinter {
  /// ```swift
  /// static var queryOnlyColumns: [String] { ["distance"] }
  /// mutating func readQueryOnly<Row: ORM.RowReader & ~Copyable>(
  ///   _ column: Int, from row: borrowing Row, at index: Int
  /// ) throws {
  ///   switch column {
  ///   case 0: self.distance = try Double?.read(from: row, at: index)
  ///   default: break
  ///   }
  /// }
  /// ```
  var queryOnly: [String] {
    if table.queryOnly.isEmpty { return [] }
    let names = table.queryOnly.map(\.name.swiftLiteral).joined(separator: ", ")
    let cases = table.queryOnly.enumerated().map { place, column in
      "case \(place): self.\(column.property) = try \(column.representation)"
        + ".read(from: row, at: index)"
    }
    return [
      "\(access)static var queryOnlyColumns: [\(swift)String] { [\(names)] }",
      "\(access)mutating func readQueryOnly<\(row): \(orm)RowReader & ~\(swift)Copyable>(",
      "  _ column: \(swift)Int, from row: borrowing \(row), at index: \(swift)Int",
      ") throws {",
      "  switch column {",
    ] + cases.map { "  \($0)" } + ["  default: break", "  }", "}"]
  }
}
