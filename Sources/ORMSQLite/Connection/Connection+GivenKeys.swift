import ORMCore

/// The source of a key that an insert does not name.
enum KeySource {
  /// The key is the rowid, or every insert contains it.
  case rowID
  /// The column has a default.
  case defaultValue
  /// Nothing sets the key: the column would be NULL.
  case nothing(column: String)
}

// SQLite generates a key if it is the rowid, which the text of the insert does not show. The table
// is looked up once, after its insert was prepared: the schema that SQLite has read is then the one
// that the insert was compiled for, or a newer one. If SQLite has to compile the insert again, the
// authorizer refuses it.
extension Connection {
  /// Returns the source of the table's key.
  func keySource<T: DatabaseTable>(of table: T.Type) throws -> KeySource {
    let statements = recentlyUsedStatements(of: table)
    if let known = statements.keySource { return known }
    let found = try lookForKeySource(of: table)
    statements.keySource = found
    return found
  }

  /// Checks that the database generates the key of an insert that leaves it out. A key with a
  /// default is read back.
  ///
  /// - Throws: ``KeyNotGivenError``
  func checkGivesKey<T: TableOrView>(of table: T.Type, to insert: PreparedStatement) throws {
    guard let table = table as? any DatabaseTable.Type else { return }
    try checkGivesKey(of: table) { _ in true }
    if case .defaultValue = try keySource(of: table) { insert.firesTriggers = true }
  }

  /// Checks that the database generates the key if the insert leaves it out.
  ///
  /// - Parameter leavesKey: Returns whether an insert stores NULL in this column.
  /// - Throws: ``KeyNotGivenError`` if an insert stores NULL, and the database does not generate
  ///   the key.
  func checkGivesKey<T: DatabaseTable>(
    of table: T.Type, leavesKey: (_ column: String) throws -> Bool
  ) throws {
    guard case .nothing(let column) = try keySource(of: table), try leavesKey(column) else {
      return
    }
    // No statement has run that would have noticed a change of the table.
    try readSchemaAgain()
    recentlyUsedStatements(of: table).keySource = nil
    if case .nothing(let column) = try keySource(of: table) {
      throw KeyNotGivenError(table: T.tableName, column: column)
    }
  }

  @_documentation(visibility: internal)
  public func givingKey<T: DatabaseTable, Result>(
    of table: T.Type, by statement: PreparedStatement,
    readsKey: Bool, leavesKey: (_ column: String) throws -> Bool, _ insert: () throws -> Result
  ) throws -> Result {
    if !readsKey, case .nothing(let column) = try keySource(of: table), try leavesKey(column) {
      // The trigger may be newer than the statement, and than the schema that SQLite has read.
      try readSchemaAgain()
      if try statement.firesTriggers || prepare(statement.sql).firesTriggers {
        return try triggersGivingKey(column, of: table, insert)
      }
    }
    try checkGivesKey(of: table, leavesKey: leavesKey)
    if let result = try unlessOutdated(statement, insert) { return result }
    // In a write transaction, no other connection changes the schema.
    return try transaction {
      forgetTables()
      try readSchemaAgain()
      try checkGivesKey(of: table, leavesKey: leavesKey)
      return try insert()
    }
  }

  /// Runs an insert that stores NULL in the key, which a trigger may replace.
  ///
  /// - Throws: ``KeyNotGivenError`` if no trigger does. In that case nothing is stored.
  private func triggersGivingKey<T: DatabaseTable, Result>(
    _ column: String, of table: T.Type, _ insert: () throws -> Result
  ) throws -> Result {
    let sql: SQL =
      "SELECT count(*) FROM \(identifier: T.tableName) WHERE \(identifier: column) IS NULL"
    let count = try sql.statement()
    func keysNotGiven() throws -> Int64 {
      if case .integer(let count)? = try unreportedValues(of: count).first?.first {
        count
      } else {
        0
      }
    }
    // An error of the insert is returned, not thrown: SQLite has already undone what the error
    // undoes, and `OR FAIL` keeps its earlier rows.
    let result: Swift.Result<Result, any Error> = try transaction {
      let before = try keysNotGiven()
      let result: Swift.Result<Result, any Error>
      do {
        result = .success(try insert())
      } catch let error where isInTransaction {
        result = .failure(error)
      }
      if try keysNotGiven() > before {
        throw KeyNotGivenError(table: T.tableName, column: column)
      }
      return result
    }
    return try result.get()
  }

  private func lookForKeySource<T: DatabaseTable>(of table: T.Type) throws -> KeySource {
    let schema = T.schema
    guard schema.primaryKey.count == 1, !(table is any VirtualTable.Type) else { return .rowID }
    let key = schema.primaryKey[0]
    // For most tables, the name of the rowid's column is enough, which SQLite reports for a query.
    let rowID = ["_rowid_", "rowid", "oid"].first { name in
      !schema.columns.contains { $0.name.isSameName(as: name) }
    }
    let isRowID = rowID.flatMap { RawConnection(handle).nameOfRowID($0, of: schema.name) }
      .map { $0.isSameName(as: key) }
    if isRowID == true { return .rowID }
    // A view has no rowid, and the key of a virtual table can't be determined.
    guard let stored = try storedTable(schema.name), let column = stored.column(key),
      !(stored.hasRowIDKey && column.keyPosition > 0)
    else { return .rowID }
    if column.hasDefault { return .defaultValue }
    // SQLite itself refuses NULL, except in a key of integers, which looks like a generated one.
    let isOfIntegers = schema.columns.first { schema.isWholeKey($0) }?.type.isInteger == true
    return isOfIntegers || column.isNullable ? .nothing(column: key) : .rowID
  }

  /// The table that statements find by its unqualified name; nil if it is a view or a virtual
  /// table.
  func storedTable(_ name: String) throws -> SchemaReader.StoredTable? {
    // Hooks do not report the query: it is part of preparing the table's statement.
    let reader = SchemaReader { try self.unreportedValues(of: $0) }
    do {
      return try reader.storedTable(named: name)
    } catch let error as DatabaseError where error.code == .error {
      // SQLite before 3.37 has no list of tables.
      return nil
    }
  }
}

// MARK: - Upserts

// An upsert begins as an insert, so it needs the columns of a new row even if the row exists.
extension Connection {
  @_documentation(visibility: internal)
  public func needsUpdateFirst<T: KeyedTable>(
    _ table: T.Type, writing columns: [String], again: Bool
  ) throws -> Bool {
    let statements = recentlyUsedStatements(of: table)
    if again {
      statements.needsUpdateFirst.removeAll()
    } else if let known = statements.needsUpdateFirst.first(where: {
      $0.columns.haveSameBytes(as: columns)
    }) {
      return known.isNeeded
    }
    let stored = try storedTable(T.tableName)
    let isNeeded = try stored?.hasHurdle(besides: columns) ?? false
    if statements.needsUpdateFirst.count == 16 { statements.needsUpdateFirst.removeFirst() }
    statements.needsUpdateFirst.append((columns, isNeeded))
    return isNeeded
  }

  /// Whether a row with all columns of the table's struct leaves out a column of the table that an
  /// upsert needs.
  func leavesColumns<T: TableOrView>(of source: T.Type) throws -> Bool {
    guard let table = source as? any KeyedTable.Type else { return false }
    let schema = table.schema
    if RawConnection(handle).columnCount(of: schema.name) == schema.columns.count { return false }
    return try needsUpdateFirst(table, writing: schema.writableColumns, again: false)
  }
}
