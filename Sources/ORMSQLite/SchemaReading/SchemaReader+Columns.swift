import ORMCore

extension SchemaReader {
  /// A column as SQLite describes it.
  struct Column {
    let name: String
    let type: String
    /// Whether the column has no `NOT NULL`; see
    /// <https://www.sqlite.org/pragma.html#pragma_table_info>.
    let isNullable: Bool
    /// Whether the column has a default other than NULL.
    let hasDefault: Bool
    /// The position in the primary key, from 1; 0 for other columns.
    let keyPosition: Int64
    /// 0 for an ordinary column, 1 for a hidden one, 2 and 3 for a generated one.
    let kind: Int64

    var isGenerated: Bool { kind > 1 }
  }

  /// Returns the columns of a table in order, including hidden and generated ones; empty if the
  /// table does not exist.
  ///
  /// - Parameter database: The database of the table; nil for the first one that has it.
  func columns(of table: String, in database: String? = nil) throws -> [Column] {
    let sql = """
      SELECT name, type, "notnull",
        dflt_value IS NOT NULL AND dflt_value <> 'NULL' COLLATE NOCASE, pk, hidden
      FROM pragma_table_xinfo(\(Self.arguments(database))) ORDER BY cid
      """
    return try rows(sql, in: database, table).compactMap { row in
      guard let name = row[0].textValue, let type = row[1].textValue,
        case .integer(let position) = row[4], case .integer(let kind) = row[5]
      else { return nil }
      return Column(
        name: name, type: type, isNullable: row[2] == .integer(0),
        hasDefault: row[3] == .integer(1), keyPosition: position, kind: kind)
    }
  }

  /// Returns the columns of the primary key, in the order of the key.
  func primaryKey(of table: String) throws -> [String] {
    try columns(of: table).filter { $0.keyPosition > 0 }
      .sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// Returns whether the table is `STRICT`, and whether it is `WITHOUT ROWID`; nil if the table
  /// does not exist.
  ///
  /// - Throws: ``DatabaseError`` if SQLite is older than 3.37, which introduced `STRICT` tables.
  func options(
    of table: String, in database: String? = nil
  ) throws -> (isStrict: Bool, isWithoutRowID: Bool)? {
    let condition = database == nil ? "" : " WHERE schema = $2"
    let sql = "SELECT strict, wr FROM pragma_table_list($1)\(condition)"
    return try rows(sql, in: database, table).first.map {
      ($0[0] == .integer(1), $0[1] == .integer(1))
    }
  }

  /// Whether exactly one table has the name, it is not in an attached database, and SQLite stores
  /// its rows by rowid. If another table gets the name, statements are compiled again.
  ///
  /// The query calls no SQL function, because the program may have replaced it. Returns false if
  /// SQLite is older than 3.37, which introduced the list of tables.
  func isOneTableWithRowIDs(_ table: String) throws -> Bool {
    let sql = "SELECT schema, type, wr FROM pragma_table_list WHERE name = $1 COLLATE NOCASE"
    guard let found = try? rows(sql, table), found.count == 1 else { return false }
    let isOwn = found[0][0] == .text("main") || found[0][0] == .text("temp")
    return isOwn && found[0][1] == .text("table") && found[0][2] == .integer(0)
  }

  /// Returns the columns of each `UNIQUE` index that is not partial, including keys.
  func uniqueColumns(of table: String, in database: String) throws -> [Set<SQLName>] {
    let sql = """
      SELECT i.name, c.name
      FROM pragma_index_list($1, $2) AS i, pragma_index_info(i.name, $2) AS c
      WHERE i."unique" AND NOT i.partial
      """
    var indexes: [SQLValue: Set<SQLName>] = [:]
    for row in try rows(sql, table, database) {
      // An expression has no name.
      if let column = row[1].textValue { indexes[row[0], default: []].insert(SQLName(column)) }
    }
    return Array(indexes.values)
  }

  /// Whether a `UNIQUE` index that is not partial has only columns from this list.
  func hasUniqueIndex(on columns: [String], of table: String) throws -> Bool {
    let sql = """
      SELECT i.name, c.name
      FROM pragma_index_list($1) AS i, pragma_index_info(i.name) AS c
      WHERE i."unique" AND NOT i.partial
      """
    var isOfColumns: [SQLValue: Bool] = [:]
    for row in try rows(sql, table) {
      // An expression has no name.
      let isNamed = row[1].textValue.map(columns.contains(name:)) ?? false
      isOfColumns[row[0]] = isNamed && isOfColumns[row[0]] ?? true
    }
    return isOfColumns.values.contains(true)
  }

  /// Whether a `UNIQUE` index compares one of the columns with a collation other than `BINARY`.
  func collatesUniqueColumn(of table: String, among columns: [String]) throws -> Bool {
    let sql = """
      SELECT c.name
      FROM pragma_index_list($1) AS i, pragma_index_xinfo(i.name) AS c
      WHERE i."unique" AND c."key" AND c.coll <> 'BINARY' COLLATE NOCASE
      """
    return try rows(sql, table).contains { row in
      row[0].textValue.map { columns.contains(name: $0) } ?? false
    }
  }

  /// Whether the primary key has an index; a key that is the rowid has none.
  func hasKeyIndex(_ table: String, in database: String) throws -> Bool {
    let sql = "SELECT 1 FROM pragma_index_list($1, $2) WHERE origin = 'pk'"
    return try !rows(sql, table, database).isEmpty
  }

  /// Returns the columns that contain an INTEGER in every row: the alias of the rowid, and the
  /// `INTEGER` or `INT` columns of a `STRICT` table that can't be NULL.
  ///
  /// The query calls no SQL function, because the program may have replaced it. If a primary key
  /// has an index, as with `INTEGER PRIMARY KEY DESC`, it is not the rowid.
  ///
  /// - Throws: ``DatabaseError`` if SQLite is older than 3.37, which introduced `STRICT` tables.
  func integerColumns(of table: String) throws -> Set<SQLName> {
    let sql = """
      SELECT "column".name
      FROM pragma_table_list AS "table",
        pragma_table_xinfo("table".name, "table".schema) AS "column"
      WHERE "table".name = $1 COLLATE NOCASE AND "table".type = 'table' AND "column".hidden = 0
      AND (
        "table".strict AND "column".type COLLATE NOCASE IN ('INTEGER', 'INT')
        AND ("column"."notnull" OR "column".pk)
        OR "column".pk AND "column".type = 'INTEGER' COLLATE NOCASE
        AND NOT EXISTS (
          SELECT 1 FROM pragma_table_xinfo("table".name, "table".schema) AS other
          WHERE other.pk AND other.cid <> "column".cid)
        AND NOT EXISTS (
          SELECT 1 FROM pragma_index_list("table".name, "table".schema) AS "index"
          WHERE "index".origin = 'pk'))
      AND NOT EXISTS (
        SELECT 1 FROM pragma_table_list AS other
        WHERE other.name = $1 COLLATE NOCASE AND other.schema <> "table".schema)
      """
    return Set(try rows(sql, table).compactMap { $0[0].textValue.map { SQLName($0) } })
  }

  private static func arguments(_ database: String?) -> String { database == nil ? "$1" : "$1, $2" }

  private func rows(_ sql: String, in database: String?, _ table: String) throws -> [[SQLValue]] {
    if let database { try rows(sql, table, database) } else { try rows(sql, table) }
  }
}
