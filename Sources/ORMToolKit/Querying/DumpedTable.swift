import ORMCore
import ORMSQLite
import ORMSchema

/// A table whose rows are dumped.
///
/// Queries are about this table only, because SQLite's list of tables reads all of them.
struct DumpedTable {
  /// The columns with stored values, after the rowid's name if no column is the rowid.
  let names: [String]
  /// The query of the rows, in the order of the table.
  let selectSQL: String

  /// - Parameter sql: The statement that creates the table; nil for a table of SQLite.
  init(_ name: String, sql: String?, _ db: Questions) throws {
    let columns = try db.rows("PRAGMA main.table_xinfo(\(name.quotedIdentifier))")
    let all = columns.compactMap { $0[1].text }
    // The number is not 0 for hidden and generated columns.
    let written = columns.filter { $0[6] == .integer(0) }.compactMap { $0[1].text }
    let isWithoutRowID = try Self.isWithoutRowID(name, sql: sql, db)
    let hasRowIDColumn = try Self.hasRowIDColumn(name, columns, db)
    // A column may have one of these names.
    let rowid = ["rowid", "_rowid_", "oid"].first { !all.contains(name: $0) }
    let prefix =
      isWithoutRowID || hasRowIDColumn || written.isEmpty ? [] : [rowid].compactMap(\.self)
    names = prefix + written
    let list = (prefix + written.map(\.quotedIdentifier)).joined(separator: ", ")
    // An index would return the rows in another order; a table without rowids is an index itself.
    let order = isWithoutRowID ? "" : " NOT INDEXED"
    selectSQL = "SELECT \(list) FROM main.\(name.quotedIdentifier)\(order)"
  }

  private static func isWithoutRowID(_ name: String, sql: String?, _ db: Questions) throws -> Bool {
    if let sql {
      let entry = Schema.Entry(type: "table", name: name, table: name, sql: sql)
      if let table = Schema(reading: [entry]).tables.first { return table.isWithoutRowID }
    }
    return try SourceFacts(name, on: db.handle)?.isWithoutRowID ?? false
  }

  /// Whether a column is the rowid. The key of `INTEGER PRIMARY KEY DESC` is not: it has an index.
  private static func hasRowIDColumn(
    _ name: String, _ columns: [[SQLValue]], _ db: Questions
  ) throws -> Bool {
    let key = columns.filter { $0[5] != .integer(0) }
    guard key.count == 1, key[0][2].text?.isSameName(as: "INTEGER") ?? false else { return false }
    let indexes = try db.rows("PRAGMA main.index_list(\(name.quotedIdentifier))")
    return !indexes.contains { $0[3].text?.isSameName(as: "pk") ?? false }
  }
}
