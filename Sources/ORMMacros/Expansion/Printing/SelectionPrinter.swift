import ORMDeclarations

/// Prints the extension that makes a struct a type that a query's rows are decoded into.
struct SelectionPrinter {
  let selection: StructModel
  /// Whether the extension declares the conformance because the struct does not.
  let statesConformance: Bool
  private let row: String

  init(_ selection: StructModel, statesConformance: Bool = true) {
    self.selection = selection
    self.statesConformance = statesConformance
    row = "Row".unlike(selection.members.typeNames)
  }

  private var access: String { selection.access.memberPrefix }

  /// ```swift
  /// nonisolated extension Line: ORMCore.Selection {
  ///   …
  /// }
  /// ```
  var source: String {
    let conformance = statesConformance ? ": \(coreModule).Selection" : ""
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
      "\(access)static var columnCount: \(swift)Int { \(columns.count) }",
      "\(access)static var selectedColumns: [\(swift)String] { [\(names)] }",
    ] + selection.members.nullability(access: access)
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
    return [
      "\(access)init<\(row): \(orm)RowReader & ~\(swift)Copyable>(row: borrowing \(row)) throws {"
    ]
      + reads.indented + ["}"]
  }

  /// ```swift
  /// static func select(
  ///   title: some ORM.SelectableColumn<String>,
  ///   kind: some ORM.SelectableColumn<ColumnTypes.kind>
  /// ) -> ORM.Selected<Line> {
  ///   let kind = ORM.ResultColumn(kind, as: "kind")
  ///   return ORM.Selected([
  ///     ORM.ResultColumn(title, as: "title"),
  ///     kind,
  ///   ])
  /// }
  /// ```
  ///
  /// An unknown type may be one that can't be stored. The compiler reports that on the property's
  /// line, because an expression can't contain line directives.
  private var select: [String] {
    let parameters = columns.enumerated().map { index, column in
      "  \(column.property): some \(orm)SelectableColumn<\(column.representation)>"
        + (index < columns.count - 1 ? "," : "")
    }
    var lines: [(source: String, place: SourcePlace?)] = []
    let results = columns.map { column in
      let result = "\(orm)ResultColumn(\(column.property), as: \(column.name.swiftLiteral))"
      if column.type.isKnown { return "  \(result)," }
      lines.append(("let \(column.property) = \(result)", column.place))
      return "  \(column.property),"
    }
    let isNamed = !lines.isEmpty
    return ["\(access)static func select("] + parameters
      + [") -> \(orm)Selected<\(selection.typeName)> {"]
      + (lines.onTheirLines + ["\(isNamed ? "return " : "")\(orm)Selected(["] + results + ["])"])
      .indented
      + ["}"]
  }
}
