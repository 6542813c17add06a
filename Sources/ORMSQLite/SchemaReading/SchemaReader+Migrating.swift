import ORMCore
import ORMSchema

extension SchemaReader {
  /// Returns the number of rows of a table that refer to missing rows, by the name of the other
  /// table; nil if a foreign key refers to columns that are not a key, so that the rows can't be
  /// checked.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_foreign_key_check>.
  func violations(of table: String) throws -> [SQLName: Int]? {
    var counts: [SQLName: Int] = [:]
    do {
      for row in try rows("PRAGMA main.foreign_key_check(\(table.quotedIdentifier))") {
        if let parent = row[2].textValue { counts[SQLName(parent), default: 0] += 1 }
      }
    } catch let error as DatabaseError where error.code == .error {
      return nil
    }
    return counts
  }

  /// Returns the tables of the main database, each with its root page and whether its SQL may
  /// contain a foreign key.
  func tablePages() throws -> [(name: String, page: Int64, hasReferences: Bool)] {
    let sql = """
      SELECT name, rootpage, sql LIKE '%references%' FROM main.sqlite_schema
      WHERE type = 'table' AND rootpage > 0
      """
    return try rows(sql).compactMap { row in
      guard let name = row[0].textValue, case .integer(let page) = row[1] else { return nil }
      return (name, page, row[2] == .integer(1))
    }
  }

  /// Returns the size in bytes of a table, followed by the sizes of its indexes.
  ///
  /// - Throws: ``DatabaseError`` if SQLite was built without `dbstat`.
  func sizes(of table: String) throws -> [Int] {
    let sql = """
      SELECT (SELECT sum(pgsize) FROM dbstat WHERE dbstat.name = s.name)
      FROM main.sqlite_schema AS s WHERE tbl_name = $1 COLLATE NOCASE AND type IN ('table', 'index')
      ORDER BY type = 'index'
      """
    return try rows(sql, table).map { row in
      if case .integer(let size)? = row.first { Int(size) } else { 0 }
    }
  }

  /// Whether deleted content is overwritten.
  func secureDelete() throws -> Bool {
    try rows("PRAGMA main.secure_delete").first?.first == .integer(1)
  }

  /// The query of the SQL that a schema's fingerprint covers, followed by a row with the last
  /// migration's fingerprint and the fingerprint of the contents.
  static let contentsSQL = contentsSQL("fingerprint")

  /// The same query for a program with a history, with the stamp of the last row.
  static let stampedContentsSQL = contentsSQL(MigrationRecord.stampSQL)

  private static func contentsSQL(_ value: String) -> String {
    #"""
    SELECT sql, NULL FROM main.sqlite_schema WHERE sql IS NOT NULL
    AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
    AND name COLLATE NOCASE NOT IN ('orm_schema', 'orm_steps', 'orm_columns')
    UNION ALL SELECT value, contents
    FROM (SELECT \#(value) AS value, contents FROM main.orm_schema ORDER BY id DESC LIMIT 1)
    """#
  }

  /// Returns the columns that the ledger lacks if an earlier version of this package created it.
  func missingLedgerColumns() throws -> [String] {
    let sql = "SELECT name FROM pragma_table_info('orm_schema', 'main')"
    let names = try rows(sql).compactMap { $0.first?.textValue }
    return MigrationRecord.laterColumns.filter { column in
      !names.contains { $0.isSameName(as: column) }
    }
  }

  /// Returns the recorded representations.
  ///
  /// - Parameter entries: The rows of the schema table.
  func columnRecords(_ entries: [Schema.Entry]) throws -> [ColumnRecord] {
    guard entries.contains(where: { $0.name.isSameName(as: Schema.columnsTable) }) else {
      return []
    }
    do {
      let sql = """
        SELECT c."table", c."column", c."type", c."representation", c."cases",
        c."place" = \(ColumnRecord.Identity.placeSQL), c."text", s.sql
        FROM main.sqlite_schema AS s CROSS JOIN main."orm_columns" AS c ON c."table" = s.name
        WHERE s.type = 'table'
        """
      return try rows(sql).compactMap { ColumnRecord($0) }
    } catch let error as DatabaseError where error.code == .error {
      // Another program's table has this name.
      return []
    }
  }

  /// Returns the records of tables that no longer exist, under the names of the tables in their
  /// places: another program may have renamed them.
  ///
  /// - Parameter entries: The rows of the schema table.
  func movedColumnRecords(_ entries: [Schema.Entry]) throws -> [ColumnRecord] {
    guard entries.contains(where: { $0.name.isSameName(as: Schema.columnsTable) }) else {
      return []
    }
    do {
      let sql = """
        SELECT s.name, c."column", c."type", c."representation", c."cases", 1, c."text", s.sql
        FROM main."orm_columns" AS c JOIN main.sqlite_schema AS s
        ON s.type = 'table' AND c."place" = (s.rowid << 32 | s.rootpage)
        WHERE c."table" NOT IN (SELECT name COLLATE NOCASE FROM main.sqlite_schema)
        """
      return try rows(sql).compactMap { ColumnRecord($0) }
    } catch let error as DatabaseError where error.code == .error {
      // Another program's table has this name.
      return []
    }
  }

  /// Returns the identities of tables of the main database.
  ///
  /// - Parameter names: The tables' names; nil for all tables.
  func tableIdentities(
    of names: [String]? = nil
  ) throws -> [SQLName: ColumnRecord.Identity] {
    let list = names.map { " AND name \(Self.isIn($0))" } ?? ""
    let sql = """
      SELECT name, \(ColumnRecord.Identity.placeSQL), sql FROM main.sqlite_schema
      WHERE type = 'table'\(list)
      """
    return ColumnRecord.Identity.of(try rows(sql))
  }

  /// Returns the schema of these rows, with the recorded representations.
  func schema(_ entries: [Schema.Entry]) throws -> Schema {
    var schema = Schema(reading: entries)
    schema.removeTables(try registeredShadowTables(schema.virtualTables))
    schema.add(try columnRecords(entries))
    return schema
  }

  /// Returns the temporary triggers, with the statements that create them.
  func temporaryTriggers() throws -> [(name: String, sql: String)] {
    try rows("SELECT name, sql FROM temp.sqlite_schema WHERE type = 'trigger'").compactMap { row in
      guard let name = row[0].textValue, let sql = row[1].textValue else { return nil }
      return (name, "CREATE TEMP" + sql.behind("CREATE"))
    }
  }
}

extension String {
  /// Returns the text after a word at its beginning. SQLite stores the SQL without `TEMP`.
  fileprivate func behind(_ word: StaticString) -> Substring {
    self[utf8.index(startIndex, offsetBy: word.utf8CodeUnitCount)...]
  }
}
