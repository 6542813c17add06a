import ORMDeclarations

/// Prints the extension that makes a struct a type that a query's rows are decoded into.
struct SelectionPrinter {
  let selection: StructModel
  /// The conformances that the extension declares because the struct does not.
  private let conformances: [String]
  private let row: String

  /// - Parameter missing: The names of the protocols to which the struct itself declares no
  ///   conformance.
  init(_ selection: StructModel, missing: Set<String>) {
    self.selection = selection
    // Characters: Swift's own names
    conformances = ["Selection", "SelectableRow"].filter(missing.contains).map {
      "\(coreModule).\($0)"
    }
    row = "Row".unlike(selection.members.typeNames)
  }

  private var access: String { selection.access.memberPrefix }

  /// ```swift
  /// nonisolated extension Line: ORMCore.Selection, ORMCore.SelectableRow {
  ///   …
  /// }
  /// ```
  var source: String {
    let conformance = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
    let columns = ColumnsPrinter(
      of: selection.members, root: selection.typeName, access: selection.access)
    let lines =
      selection.availability
      + ["nonisolated extension \(selection.extendedName)\(conformance) {"]
      + [
        selection.columnTypes, columns.lines, names, rowInitializer, results, select,
      ].flatMap { $0 }.indented
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
  /// static func results(of row: Self) -> [ORM.ResultColumn] {
  ///   [
  ///     ORM.ResultColumn(row.title, of: String.self, as: "title"),
  ///     ORM.ResultColumn(row.n, of: Int?.self, as: "n"),
  ///   ]
  /// }
  /// ```
  private var results: [String] {
    let results = columns.map { column in
      "\(orm)ResultColumn(row.\(column.property), of: \(column.representation).self, "
        + "as: \(column.name.swiftLiteral)),"
    }
    return ["\(access)static func results(of row: Self) -> [\(orm)ResultColumn] {", "  ["]
      + results.indented.indented + ["  ]", "}"]
  }

  /// ```swift
  /// static func select<Column2: ORM.SelectableColumn>(
  ///   title: some ORM.SelectableColumn<String>,
  ///   kind: Column2
  /// ) -> ORM.Selected<Line>
  /// where
  ///   Column2.Representation.Nullable == ColumnTypes.kind?
  /// {
  ///   let kind = ORM.ResultColumn(kind, as: "kind")
  ///   return ORM.Selected([
  ///     ORM.ResultColumn(title, as: "title"),
  ///     kind,
  ///   ])
  /// }
  /// ```
  ///
  /// An optional property accepts an expression that is not optional as well: a requirement on a
  /// generic parameter allows it without an overload.
  ///
  /// An unknown type may be one that can't be stored. The compiler reports that on the property's
  /// line, because an expression can't contain line directives.
  private var select: [String] {
    let taken = selection.members.typeNames
    var generics: [String] = []
    var requirements: [String] = []
    let parameters = columns.enumerated().map { index, column in
      let comma = index < columns.count - 1 ? "," : ""
      guard column.type.isOptional else {
        return "  \(column.property): some \(orm)SelectableColumn<\(column.representation)>\(comma)"
      }
      let generic = "Column\(index + 1)".unlike(taken)
      generics.append("\(generic): \(orm)SelectableColumn")
      requirements.append("\(generic).Representation.Nullable == \(column.representation)")
      return "  \(column.property): \(generic)\(comma)"
    }
    var lines: [(source: String, place: SourcePlace?)] = []
    let results = columns.map { column in
      let result = "\(orm)ResultColumn(\(column.property), as: \(column.name.swiftLiteral))"
      if column.type.isKnown { return "  \(result)," }
      lines.append(("let \(column.property) = \(result)", column.place))
      return "  \(column.property),"
    }
    let isNamed = !lines.isEmpty
    let list = generics.isEmpty ? "" : "<\(generics.joined(separator: ", "))>"
    let result = ") -> \(orm)Selected<\(selection.typeName)>"
    let clause =
      requirements.dropLast().map { "  \($0)," } + requirements.suffix(1).map { "  \($0)" }
    return ["\(access)static func select\(list)("] + parameters
      + (clause.isEmpty ? ["\(result) {"] : [result, "where"] + clause + ["{"])
      + (lines.onTheirLines + ["\(isNamed ? "return " : "")\(orm)Selected(["] + results + ["])"])
      .indented
      + ["}"]
  }
}
