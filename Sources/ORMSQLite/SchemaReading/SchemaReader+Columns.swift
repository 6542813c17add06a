import ORMCore

extension SchemaReader {
  /// A column, as SQLite describes it.
  struct Column {
    let name: String
    let type: String
    /// Whether it has no `NOT NULL`; see <https://www.sqlite.org/pragma.html#pragma_table_info>.
    let isNullable: Bool
    /// Whether the column has a default other than NULL.
    let hasDefault: Bool
    /// From 1; 0 for a column outside of the key.
    let keyPosition: Int64
    /// 0 for a column that is stored and written, 1 for a hidden one, 2 and 3 for a generated one.
    let kind: Int64

    var isGenerated: Bool { kind > 1 }
  }

  /// The columns of a table in their order, hidden and generated ones as well; none if there is no
  /// table.
  ///
  /// - Parameter database: The table's; nil for the first one that has it.
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

  /// The columns of the primary key, in its order.
  func primaryKey(of table: String) throws -> [String] {
    try columns(of: table).filter { $0.keyPosition > 0 }
      .sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// Whether the table is `STRICT`, and whether it is `WITHOUT ROWID`; nil if there is no table.
  ///
  /// - Throws: ``DatabaseError`` if the SQLite is older than strict tables, 3.37.
  func options(
    of table: String, in database: String? = nil
  ) throws -> (isStrict: Bool, isWithoutRowID: Bool)? {
    let condition = database == nil ? "" : " WHERE schema = $2"
    let sql = "SELECT strict, wr FROM pragma_table_list($1)\(condition)"
    return try rows(sql, in: database, table).first.map {
      ($0[0] == .integer(1), $0[1] == .integer(1))
    }
  }

  /// Whether the name is that of one table alone, which is not attached, and whose rows SQLite
  /// keeps itself by rowids. Where another gets the name, statements are compiled again.
  ///
  /// It calls no function, as the program's own may have the name. False if the SQLite is older
  /// than the list of tables, 3.37.
  func isOneTableWithRowIDs(_ table: String) throws -> Bool {
    let sql = "SELECT schema, type, wr FROM pragma_table_list WHERE name = $1 COLLATE NOCASE"
    guard let found = try? rows(sql, table), found.count == 1 else { return false }
    let isOwn = found[0][0] == .text("main") || found[0][0] == .text("temp")
    return isOwn && found[0][1] == .text("table") && found[0][2] == .integer(0)
  }

  /// The columns of each `UNIQUE` index of all rows, keys among them.
  func uniqueColumns(of table: String, in database: String) throws -> [Set<SQLName>] {
    let sql = """
      SELECT i.name, c.name
      FROM pragma_index_list($1, $2) AS i, pragma_index_info(i.name, $2) AS c
      WHERE i."unique" AND NOT i.partial
      """
    var indexes: [SQLValue: Set<SQLName>] = [:]
    for row in try rows(sql, table, database) {
      // An expression has no name, and is no column.
      if let column = row[1].textValue { indexes[row[0], default: []].insert(SQLName(column)) }
    }
    return Array(indexes.values)
  }

  /// Whether a `UNIQUE` index of all rows has no columns but these.
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

  /// Whether a `UNIQUE` index compares one of the columns by a collation other than `BINARY`.
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

  /// Whether the primary key has an index of its own: one that is the rowid has none.
  func hasKeyIndex(_ table: String, in database: String) throws -> Bool {
    let sql = "SELECT 1 FROM pragma_index_list($1, $2) WHERE origin = 'pk'"
    return try !rows(sql, table, database).isEmpty
  }

  /// The columns that hold an INTEGER in every row: the rowid's name, and those of a strict table
  /// that are `INTEGER` or `INT` and can't be NULL.
  ///
  /// It calls no function, as the program's own may have the name. If a primary key has an index,
  /// as with `INTEGER PRIMARY KEY DESC`, it is not the rowid.
  ///
  /// - Throws: ``DatabaseError`` if the SQLite is older than strict tables, 3.37.
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
