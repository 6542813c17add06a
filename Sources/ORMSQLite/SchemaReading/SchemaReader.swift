import ORMCore
import ORMSchema

/// Reads the schema of a database. All queries about tables are made here.
///
/// The caller determines how statements run: on which connection, and whether hooks report them.
/// Names are matched as SQLite does, ignoring the case of ASCII letters. See
/// <https://www.sqlite.org/schematab.html>.
struct SchemaReader {
  /// Runs a query and returns its rows.
  let rows: (Statement) throws -> [[SQLValue]]

  init(_ rows: @escaping (Statement) throws -> [[SQLValue]]) {
    self.rows = rows
  }

  /// Runs a query with texts as parameters.
  func rows(_ sql: String, _ arguments: String...) throws -> [[SQLValue]] {
    try rows(Statement(sql: sql, arguments: arguments.map(SQLValue.text)))
  }
}

// MARK: - Objects

extension SchemaReader {
  /// Returns the rows of the schema table of a database.
  ///
  /// - Parameters:
  ///   - database: `main`, or the name of an attached database.
  ///   - tables: The tables and views whose rows, indexes and triggers are returned; nil for all.
  func entries(
    of database: String = "main", tables: [String]? = nil
  ) throws -> [Schema.Entry] {
    let condition = tables.map { " WHERE tbl_name \(Self.isIn($0))" } ?? ""
    let sql =
      "SELECT type, name, tbl_name, sql FROM \(database.quotedIdentifier).sqlite_schema\(condition)"
    return try rows(sql).compactMap { row in
      guard let type = row[0].textValue, let name = row[1].textValue,
        let table = row[2].textValue
      else { return nil }
      return Schema.Entry(type: type, name: name, table: table, sql: row[3].textValue)
    }
  }

  /// Returns the SQL of a condition that a name is one of these. The names are literals, because a
  /// statement has a limited number of parameters.
  static func isIn(_ names: [String]) -> String {
    "COLLATE NOCASE IN (\(names.map { SQLValue.text($0).literal }.joined(separator: ", ")))"
  }

  /// A statement that reads as little as possible from the file.
  static let smallestReadSQL = "SELECT count(*) FROM sqlite_schema"

  /// The names of SQLite's schema table, which has no row for itself.
  static let schemaTables = ["sqlite_schema", "sqlite_master", "sqlite_temp_master"]

  /// Whether the main database has a table, a view, an index or a trigger of this name.
  func hasObject(named name: String) throws -> Bool {
    let sql = "SELECT 1 FROM sqlite_schema WHERE name = $1 COLLATE NOCASE LIMIT 1"
    return try !rows(sql, name).isEmpty
  }

  /// A table or a view.
  struct Source {
    /// The name as it was created.
    let name: String
    let isView: Bool
    /// Whether SQLite itself stores the rows, in pages of the database.
    let hasPages: Bool
  }

  /// Returns the table or view with this name.
  func source(named name: String, in database: String) throws -> Source? {
    let sql = """
      SELECT name, type = 'view', rootpage <> 0 FROM \(database.quotedIdentifier).sqlite_schema
      WHERE name = $1 COLLATE NOCASE AND type IN ('table', 'view')
      """
    return try rows(sql, name).first.flatMap { row in
      row[0].textValue.map {
        Source(name: $0, isView: row[1] == .integer(1), hasPages: row[2] == .integer(1))
      }
    }
  }

  /// Returns the databases of the connection, in the order in which SQLite searches them for a
  /// table.
  func databases() throws -> [String] {
    try rows("SELECT name FROM pragma_database_list ORDER BY name <> 'temp', seq")
      .compactMap(\.first?.textValue)
  }

  /// Returns the triggers of a table or a view, including temporary ones.
  func triggers(of table: String) throws -> [(name: String, sql: String, isTemporary: Bool)] {
    let condition = "type = 'trigger' AND tbl_name = $1 COLLATE NOCASE"
    let sql = """
      SELECT name, sql, 0 FROM main.sqlite_schema WHERE \(condition)
      UNION ALL SELECT name, sql, 1 FROM temp.sqlite_schema WHERE \(condition)
      """
    return try rows(sql, table).compactMap { row in
      guard let name = row[0].textValue, let sql = row[1].textValue else { return nil }
      return (name, sql, row[2] == .integer(1))
    }
  }
}
