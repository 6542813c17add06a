import ORMCore
import ORMSchema

/// Asks SQLite what a database has.
///
/// All that is known of tables comes through here; see <https://www.sqlite.org/schematab.html>.
struct SchemaReader {
  /// Runs a query and returns its rows.
  private let rows: (Statement) throws -> [[SQLValue]]

  init(_ rows: @escaping (Statement) throws -> [[SQLValue]]) {
    self.rows = rows
  }

  /// The rows of the schema of a database, `main` or one that is attached.
  func entries(of database: String = "main") throws -> [Schema.Entry] {
    let sql = "SELECT type, name, tbl_name, sql FROM \(database.quotedIdentifier).sqlite_schema"
    return try rows(Statement(sql: sql)).compactMap { row in
      guard case .text(let type) = row[0], case .text(let name) = row[1],
        case .text(let table) = row[2]
      else { return nil }
      let text: String? = if case .text(let text) = row[3] { text } else { nil }
      return Schema.Entry(type: type, name: name, table: table, sql: text)
    }
  }
}
