import ORMDeclarations

/// Prints the extension that makes a struct a table.
///
/// Each part is in a separate file, with a sample of its output above the function.
struct TablePrinter {
  let table: TableModel
  /// The conformances that the extension declares: all except those that the struct declares.
  ///
  /// `KeyedTable` refines `DatabaseTable`, which refines `TableOrView`, which refines `Selection`.
  /// But Swift 6.3 expands a macro in search of a conformance only if the macro's declaration lists
  /// it, and finds no witnesses for one that is listed and only implied: so the extension declares
  /// all protocols whose types a verb needs. Without `Selection`, a file's first use of another
  /// file's table can fail (`Tag.insert { $0.name = "a" }`).
  let conformances: [String]
  /// The protocols that the macro's declaration lists.
  static let listed: Set = [
    "DatabaseTable", "KeyedTable", "QueryFilled", "TableOrView", "Selection", "CustomReflectable",
  ]
  /// The columns of the key, and the names of their properties.
  let keyColumns: [ColumnModel]
  let keyNames: Set<[UInt8]>
  /// The key's only column, if the database can generate its value.
  let generatedKey: ColumnModel?
  /// The members that a write writes, with their positions.
  let written: [(member: TableModel.Member, position: Position)]
  /// The mirror of a row without the values of redacted columns, if there are any.
  private let mirror: [String]
  /// The names of generic parameters, which must not hide the type of a column.
  let row: String
  let parameters: String

  init(_ table: TableModel, stated: Set<String> = []) {
    self.table = table
    keyColumns = table.keyColumns
    keyNames = Set(keyColumns.map(\.property.identity))
    generatedKey = table.generatedKey
    written = table.written
    let shown = table.members + table.queryOnly.map { .column($0) }
    let printsMirror = shown.areRedacted && !stated.contains("CustomReflectable")
    mirror = printsMirror ? shown.mirror(access: table.access.memberPrefix) : []
    conformances =
      (["DatabaseTable"] + (keyColumns.isEmpty ? [] : ["KeyedTable"])
      + (table.queryOnly.isEmpty ? [] : ["QueryFilled"]) + ["TableOrView", "Selection"])
      .filter { !stated.contains($0) }.map { "\(coreModule).\($0)" }
      + (printsMirror ? ["\(swift)CustomReflectable"] : [])
    let names = (table.members + table.queryOnly.map { .column($0) }).typeNames
    row = "Row".unlike(names)
    parameters = "Parameters".unlike(names)
  }

  var isKeyed: Bool { !keyColumns.isEmpty }
  var hasDraft: Bool { table.hasDraft }

  /// The modifier of each member, followed by a space.
  var access: String { table.access.memberPrefix }

  /// ```swift
  /// nonisolated extension Artist: ORMCore.DatabaseTable, …, ORMCore.Selection {
  ///   …
  /// }
  /// ```
  var source: String {
    let conformance = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
    let members = [
      table.columnTypes, columnsType, draft, names, statements, schema, columnCount, rowInitializer,
      binding, stored, omittedColumns, key, queryOnly, mirror,
    ]
    let lines =
      table.availability
      + ["nonisolated extension \(table.extendedName)\(conformance) {"]
      + members.flatMap { $0 }.indented
      + ["}"]
    return lines.joined(separator: "\n")
  }

  /// ```swift
  /// static var tableName: String { "artist" }
  /// static var isStrict: Bool { false }
  /// static var primaryKeyColumns: [String] { ["id"] }
  /// ```
  private var names: [String] {
    var lines = ["\(access)static var tableName: \(swift)String { \(table.name.swiftLiteral) }"]
    if !table.isStrict { lines.append("\(access)static var isStrict: \(swift)Bool { false }") }
    let key = keyColumns.map(\.name.swiftLiteral).joined(separator: ", ")
    if isKeyed {
      lines.append("\(access)static var primaryKeyColumns: [\(swift)String] { [\(key)] }")
    }
    return lines
  }

  /// ```swift
  /// static var selectSQL: String { #"SELECT "id", "name" FROM "artist""# }
  /// static var insertSQL: String { #"INSERT INTO "artist" ("name", "id") VALUES ($1, $2)"# }
  /// ```
  ///
  /// If structs are embedded, whose columns only they know, the schema builds the SQL:
  ///
  /// ```swift
  /// static let selectSQL = schema.selectSQL
  /// ```
  ///
  /// A row is read back if the database fills columns, or if a value can change in its JSON:
  ///
  /// ```swift
  /// static var needsReadBack: Bool { true }
  /// static var needsReadBack: Bool { ORM.JSON.Of<Cover>.needsReadBack }
  /// ```
  private var statements: [String] {
    let sql = SQLStatements(table)
    let unkeyed = [("selectSQL", sql.select), ("insertSQL", sql.insert)]
    let keyed = [
      ("selectSQL", sql.select), ("findSQL", sql.find), ("insertSQL", sql.insert),
      ("updateSQL", sql.update), ("upsertSQL", sql.upsert), ("deleteSQL", sql.delete),
    ]
    let isFilled = table.columns.contains { !$0.isWritable }
    let readBack = isFilled ? "true" : table.members.readBack
    return (isKeyed ? keyed : unkeyed).map { name, text in
      if table.embedded.isEmpty {
        return "\(access)static var \(name): \(swift)String { \(text.swiftLiteral) }"
      }
      // A generic type can't store it.
      return table.mayBeGeneric
        ? "\(access)static var \(name): \(swift)String { schema.\(name) }"
        : "\(access)static let \(name) = schema.\(name)"
    } + (readBack.map { ["\(access)static var needsReadBack: \(swift)Bool { \($0) }"] } ?? [])
  }
}

extension [TableModel.Member] {
  /// The names in the types of the columns.
  var typeNames: Set<Substring> {
    let sources = flatMap { member in
      if case .column(let column) = member {
        return [column.type.base, column.baseRepresentation]
      }
      return [member.type.base]
    }
    // A name after a dot can't be hidden.
    return Set(
      sources.flatMap { $0.split { !($0.isLetter || $0.isNumber || "_.".contains($0)) } }
        .compactMap { $0.split(separator: ".").first })
  }
}

extension String {
  /// Returns the name, extended until it differs from all of these names.
  func unlike(_ names: Set<Substring>) -> String {
    var name = self
    while names.contains(name[...]) { name += "_" }
    return name
  }
}

extension [String] {
  /// `(a, b)`, or `a` for a single element.
  var asTuple: String { count == 1 ? self[0] : "(\(joined(separator: ", ")))" }

  /// The lines, indented by one level.
  var indented: [String] { map { $0.isEmpty ? "" : "  \($0)" } }
}
