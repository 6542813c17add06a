import ORMCore
import ORMSQLite

/// The table that rows go into.
struct ImportTarget {
  struct Column {
    let name: String
    let rule: ValueRule
    /// Whether NULL is an error, and no value is given for it.
    let isRequired: Bool
    let hasDefault: Bool
    /// Whether its values are calculated, and can't be given.
    let isGenerated: Bool
  }

  let table: String
  let columns: [Column]
  /// Whether SQLite refuses values of other types than those of the columns.
  let isStrict: Bool
  /// The names that values can be given for.
  var names: [String] { columns.filter { !$0.isGenerated }.map(\.name) }

  /// - Parameter isAsWritten: Whether columns that are not STRICT take values of all kinds.
  /// - Returns: nil if there is no such table.
  /// - Throws: ``ToolError`` for a view.
  init?(_ name: String, isAsWritten: Bool, on handle: OpaquePointer) throws {
    guard let found = try SourceFacts(name, on: handle) else { return nil }
    if found.isView { throw ToolError.use("\(found.name) is a view: rows go into a table") }
    table = found.name
    isStrict = found.isStrict
    columns = found.columns.map { column in
      let rule = ValueRule(declared: column.type)
      return Column(
        name: column.name, rule: isAsWritten && !found.isStrict ? rule.asWritten : rule,
        isRequired: !column.isNullable && !column.isRowID, hasDefault: column.hasDefault,
        isGenerated: column.isGenerated)
    }
  }

  /// A table that will be created: STRICT, with the types that its values have.
  init(creating table: String, _ names: [String], _ guesses: [ColumnGuess]) {
    self.table = table
    isStrict = true
    columns = zip(names, guesses).map { name, guess in
      Column(
        name: name, rule: ValueRule(declared: guess.type), isRequired: false, hasDefault: false,
        isGenerated: false)
    }
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

  /// The places of columns with these names, generated ones among them.
  ///
  /// - Parameter problem: What is wrong with the name at a place.
  func places(
    of names: [String], _ problem: (Int, String) -> any Error
  ) throws -> [Int] {
    var taken: Set<SQLName> = []
    return try names.enumerated().map { place, name in
      guard let column = columns.firstIndex(where: { $0.name.isSameName(as: name) }) else {
        throw problem(place, unknown(name))
      }
      guard taken.insert(SQLName(name)).inserted else {
        throw problem(place, "the column \(name) is there twice")
      }
      return column
    }
  }

  func unknown(_ name: String) -> String {
    Suggestion.unknown("column", name, of: names) + " in the table \(table)"
  }

  /// - Parameter places: Those of the columns that values are given for.
  func insertSQL(_ places: [Int]) -> String {
    if places.isEmpty { return "INSERT INTO main.\(table.quotedIdentifier) DEFAULT VALUES" }
    let names = places.map { columns[$0].name.quotedIdentifier }.joined(separator: ", ")
    let values = places.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO main.\(table.quotedIdentifier) (\(names)) VALUES (\(values))"
  }
}
