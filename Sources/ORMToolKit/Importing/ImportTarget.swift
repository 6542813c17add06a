import ORMCore
import ORMSQLite
import ORMSchema

/// The table that rows are imported into.
struct ImportTarget {
  struct Column {
    let name: String
    let rule: ValueRule
    /// Whether the column refuses NULL. A rowid accepts it, and gets a value.
    let isRequired: Bool
    let hasDefault: Bool
    /// Whether the column is generated, and can't be set.
    let isGenerated: Bool
    /// Whether it is the rowid.
    let isRowID: Bool
    /// The form of its values in a file.
    let form: FormedColumn?
  }

  let table: String
  let columns: [Column]
  /// Whether the table is STRICT: SQLite refuses values that do not have the declared types.
  let isStrict: Bool
  /// Whether a value in quotes is text in each column that can store text.
  let keepsQuotedTexts: Bool
  /// The names of the columns that can be set.
  var names: [String] { columns.filter { !$0.isGenerated }.map(\.name) }

  /// - Parameters:
  ///   - isAsWritten: Whether columns that are not STRICT accept values of all types.
  ///   - namesRowID: Whether the rowid is a column, which a file can have.
  ///   - declared: The forms of the columns' values.
  /// - Returns: nil if there is no such table.
  /// - Throws: ``ToolError`` for a view.
  init?(
    _ name: String, isAsWritten: Bool, namesRowID: Bool = false, _ declared: DeclaredForms,
    on handle: OpaquePointer
  ) throws {
    guard let found = try SourceFacts(name, on: handle) else { return nil }
    if found.isView { throw ToolError.use("\(found.name) is a view: name a table") }
    table = found.name
    isStrict = found.isStrict
    keepsQuotedTexts = isAsWritten || found.isStrict
    let schema = try SourceFacts.schema(of: [found.name], on: handle)
    let forms = schema.table(found.name).map { declared.forms(of: $0) } ?? [:]
    let rowID = (namesRowID ? found.rowIDName : nil).map { name in
      Column(
        name: name, rule: ValueRule(declared: "INTEGER"), isRequired: false, hasDefault: true,
        isGenerated: false, isRowID: true, form: nil)
    }
    let columns = found.columns.map { column in
      let rule = ValueRule(declared: column.type)
      return Column(
        name: column.name, rule: isAsWritten && !found.isStrict ? rule.asWritten : rule,
        isRequired: !column.isNullable && !column.isRowID, hasDefault: column.hasDefault,
        isGenerated: column.isGenerated, isRowID: column.isRowID,
        form: forms[SQLName(column.name)])
    }
    self.columns = [rowID].compactMap(\.self) + columns
  }

  /// - Parameter key: The column that is the primary key; nil for none.
  static func createSQL(
    _ table: String, _ names: [String], _ guesses: [ColumnGuess], key: String?
  ) -> String {
    let columns = zip(names, guesses).map { name, guess in
      let isKey = key?.isSameName(as: name) ?? false
      let required = isKey && !guess.type.isSameName(as: "INTEGER") ? " NOT NULL" : ""
      return "\(name.quotedIdentifier) \(guess.type)\(required)\(isKey ? " PRIMARY KEY" : "")"
    }
    return """
      CREATE TABLE main.\(table.quotedIdentifier) (\(columns.joined(separator: ", "))) STRICT
      """
  }

  /// Returns the column of each field of a file; nil for a field that is left out.
  ///
  /// - Parameter problem: Returns the error about the name at a place.
  /// - Throws: ``ToolError`` if the mapping names a column that does not exist.
  func places(
    of names: [String], _ mapping: ColumnMapping, _ problem: (Int, String) -> any Error
  ) throws -> [Int?] {
    for rename in mapping.renames where place(of: rename.table) == nil {
      throw ToolError.use(unknown(rename.table))
    }
    var taken: Set<SQLName> = []
    return try names.enumerated().map { field, name in
      guard let wanted = mapping.tableName(of: name) else { return nil }
      guard let column = place(of: wanted) else {
        throw problem(field, unknown(wanted) + Self.mappingAdvice)
      }
      guard taken.insert(SQLName(wanted)).inserted else {
        throw problem(field, "the column \(wanted) is named twice")
      }
      return column
    }
  }

  func rowCount(on handle: OpaquePointer) throws -> Int {
    try Questions(handle).number("SELECT count(*) FROM main.\(table.quotedIdentifier)") ?? 0
  }

  private func place(of name: String) -> Int? {
    columns.firstIndex { $0.name.isSameName(as: name) }
  }

  /// Returns the names of JSON members, with the columns that their values go into.
  func members(_ mapping: ColumnMapping) throws -> [(name: String, place: Int?)] {
    for rename in mapping.renames where place(of: rename.table) == nil {
      throw ToolError.use(unknown(rename.table))
    }
    var members: [(name: String, place: Int?)] = mapping.omitted.map { ($0, nil) }
    members += mapping.renames.map { ($0.file, place(of: $0.table)) }
    for (place, column) in columns.enumerated()
    where !members.contains(where: { $0.place == place || $0.name.isSameName(as: column.name) }) {
      members.append((column.name, place))
    }
    return members
  }

  static let mappingAdvice = "; --map names another column, and --omit leaves it out"

  /// - Parameter names: The names to suggest; nil for the columns that can be set.
  func unknown(_ name: String, of names: [String]? = nil) -> String {
    Suggestion.unknown("column", name, "in the table \(table)", of: names ?? self.names)
  }

  /// - Parameter places: The places of the columns to set.
  func insertSQL(_ places: [Int], _ conflict: ImportConflict) -> String {
    let start = "\(conflict.insertSQL) INTO main.\(table.quotedIdentifier)"
    if places.isEmpty { return "\(start) DEFAULT VALUES" }
    let names = places.map { columns[$0].name.quotedIdentifier }.joined(separator: ", ")
    let values = places.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "\(start) (\(names)) VALUES (\(values))"
  }

  /// The statement that updates the row with a key. The key's parameters follow those of the
  /// columns.
  func updateSQL(_ places: [Int], _ key: UniqueKey) -> String {
    let values = places.enumerated().map { "\(columns[$1].name.quotedIdentifier) = ?\($0 + 1)" }
    return "UPDATE main.\(table.quotedIdentifier) SET \(values.joined(separator: ", "))"
      + " WHERE \(key.condition(self, first: places.count + 1))"
  }

  /// The statement that finds the row with a key.
  func findSQL(_ key: UniqueKey) -> String {
    "SELECT 1 FROM main.\(table.quotedIdentifier) WHERE \(key.condition(self, first: 1))"
  }
}
