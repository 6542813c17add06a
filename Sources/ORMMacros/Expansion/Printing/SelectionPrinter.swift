import ORMDeclarations

/// Prints the extension that makes a struct something a query's rows are decoded into.
struct SelectionPrinter {
  let selection: StructModel
  /// Whether the extension states the conformance, because the struct does not.
  let statesConformance: Bool
  private let row: String

  init(_ selection: StructModel, statesConformance: Bool = true) {
    self.selection = selection
    self.statesConformance = statesConformance
    row = "Row".unlike(selection.members.typeNames)
  }

  private var access: String { selection.access.memberPrefix }

  /// ```swift
  /// nonisolated extension Line: ORM.Selection {
  ///   …
  /// }
  /// ```
  var source: String {
    let conformance = statesConformance ? ": ORM.Selection" : ""
    let columns = ColumnsPrinter(
      of: selection.members, root: selection.typeName, access: selection.access)
    let lines =
      selection.availability
      + ["nonisolated extension \(selection.extendedName)\(conformance) {"]
      + [selection.columnTypes, columns.lines, names, rowInitializer, select].flatMap { $0 }
      .indented
      + ["}"]
    return lines.joined(separator: "\n")
  }

  private var columns: [ColumnModel] {
    selection.members.compactMap { if case .column(let column) = $0 { column } else { nil } }
  }

  /// ```swift
  /// static var columnCount: Int { 2 }
  /// static var selectedColumns: [String] { ["title", "n"] }
  /// ```
  private var names: [String] {
    let names = columns.map(\.name.swiftLiteral).joined(separator: ", ")
    return [
      "\(access)static var columnCount: Int { \(columns.count) }",
      "\(access)static var selectedColumns: [String] { [\(names)] }",
    ]
  }

  /// ```swift
  /// init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
  ///   let title = try String.read(from: row, at: 0)
  ///   let n = try Int.read(from: row, at: 1)
  ///   self.init(title: title, n: n)
  /// }
  /// ```
  private var rowInitializer: [String] {
    let reads = readingBody(
      selection.members.enumerated().map { ($1, Position($0)) },
      hasMemberwiseInitializer: selection.hasMemberwiseInitializer, besides: ["row"])
    return ["\(access)init<\(row): ORM.RowReader & ~Copyable>(row: borrowing \(row)) throws {"]
      + reads.indented + ["}"]
  }

  /// ```swift
  /// static func select(
  ///   title: some ORM.SelectableColumn<String>,
  ///   n: some ORM.SelectableColumn<Int>
  /// ) -> ORM.Selected<Line> {
  ///   ORM.Selected([
  ///     ORM.ResultColumn(title, as: "title"),
  ///     ORM.ResultColumn(n, as: "n"),
  ///   ])
  /// }
  /// ```
  private var select: [String] {
    let parameters = columns.enumerated().map { index, column in
      "  \(column.property): some ORM.SelectableColumn<\(column.representation)>"
        + (index < columns.count - 1 ? "," : "")
    }
    let results = columns.map {
      "    ORM.ResultColumn(\($0.property), as: \($0.name.swiftLiteral)),"
    }
    return ["\(access)static func select("] + parameters
      + [") -> ORM.Selected<\(selection.typeName)> {", "  ORM.Selected(["]
      + results + ["  ])", "}"]
  }
}
