import ORMCore

extension SchemaReader {
  /// A table whose rows SQLite itself stores.
  struct StoredTable {
    let columns: [Column]
    /// Whether the primary key is the rowid.
    let hasRowIDKey: Bool
    /// Returns the SQL that created the table.
    let sql: () throws -> String

    func column(_ name: String) -> Column? { columns.first { $0.name.isSameName(as: name) } }

    /// Whether an insert of these columns can fail because of a column that it omits: a `NOT NULL`
    /// column without a default, or one that a CHECK uses.
    func hasHurdle(besides written: [String]) throws -> Bool {
      let left = columns.filter { $0.kind == 0 && !written.contains(name: $0.name) }
      if left.isEmpty { return false }
      if left.contains(where: { !$0.isNullable && !$0.hasDefault }) { return true }
      let checked = try sql().namesInChecks
      return left.contains { checked.contains(SQLName($0.name)) }
    }
  }

  /// Returns the table that a statement would use for this unqualified name.
  ///
  /// The query calls no SQL function, because the program may have replaced it.
  ///
  /// - Returns: Nil if the name belongs to a view or a virtual table, or does not exist.
  /// - Throws: ``DatabaseError`` if SQLite is older than 3.37, which introduced the list of tables.
  func storedTable(named name: String) throws -> StoredTable? {
    let list = """
      SELECT schema, type, wr FROM pragma_table_list WHERE name = $1 COLLATE NOCASE
      ORDER BY schema <> 'temp', schema <> 'main' LIMIT 1
      """
    guard let found = try rows(list, name).first, let database = found[0].textValue,
      found[1] == .text("table")
    else { return nil }
    let columns = try columns(of: name, in: database)
    let key = columns.filter { $0.keyPosition > 0 }
    // The key of `INTEGER PRIMARY KEY DESC` has an index.
    let hasRowIDKey =
      try found[2] == .integer(0) && key.count == 1
      && key[0].type.isSameName(as: "INTEGER") && !hasKeyIndex(name, in: database)
    return StoredTable(columns: columns, hasRowIDKey: hasRowIDKey) {
      let sql = """
        SELECT sql FROM \(database.quotedIdentifier).sqlite_schema
        WHERE name = $1 COLLATE NOCASE AND type = 'table'
        """
      return try rows(sql, name).first?.first?.textValue ?? ""
    }
  }
}

extension String {
  /// The words in the conditions of a table's CHECKs, including names.
  fileprivate var namesInChecks: Set<SQLName> {
    var names: Set<SQLName> = []
    var depth = 0
    var isCheck = false
    for token in SQLTokens(self) where !token.isBlank {
      if isCheck, token.isSymbol("(") {
        depth += 1
      } else if isCheck, token.isSymbol(")") {
        depth -= 1
        isCheck = depth > 0
      } else if isCheck {
        names.insert(SQLName(token.unquoted))
      } else if token.isKeyword("CHECK") {
        isCheck = true
      }
    }
    return names
  }
}
