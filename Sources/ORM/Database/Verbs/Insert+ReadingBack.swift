// Inserts of rows in which the database fills columns.
extension Connection {
  @usableFromInline
  @inline(never)
  func insertReadingBack<T: Table>(_ value: T) throws -> T {
    var collector = ValueCollector()
    do {
      try value.bind(to: &collector)
    } catch {
      throw explain(error, of: T.self) { try value.bind(to: &$0) }
    }
    return try insertReadingBack(collector.values, leavingOut: value.leftOut)
  }

  @usableFromInline
  @inline(never)
  func insertReadingBack<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target {
    var collector = ValueCollector()
    do {
      try draft.bind(to: &collector)
    } catch {
      throw explain(error, of: Draft.Target.self) { try draft.bind(to: &$0) }
    }
    return try insertReadingBack(
      collector.values, leavingOut: draft.leftOut + [collector.values.count + 1])
  }

  private func insertReadingBack<T: Table>(
    _ values: [SQLValue], leavingOut positions: [Int]
  ) throws -> T {
    let arguments = values.enumerated().filter { !positions.contains($0.offset + 1) }.map(\.element)
    let schema = T.schema
    let sql = schema.insertSQL(leavingOut: positions) + schema.returningClause
    let columns = schema.writableColumns.enumerated()
      .filter { !positions.contains($0.offset + 1) }.map(\.element)
    return try insertReadingBack(
      Statement(sql: sql, arguments: arguments), of: columns, into: T.self)
  }

  /// Runs an `INSERT … RETURNING` and fetches the row that it made.
  ///
  /// `RETURNING` gives the row as it was before the table's `AFTER` triggers ran
  /// (<https://www.sqlite.org/lang_returning.html#limitations_and_caveats>), so only the key is taken
  /// from it. A row that can't be decoded is not kept.
  ///
  /// - Parameter columns: The columns that the statement's arguments are for.
  func insertReadingBack<T: Table>(
    _ insert: Statement, of columns: [String], into table: T.Type
  ) throws -> T {
    let statement = try checkedStatement(insert.sql)
    return try transaction {
      do {
        try statement.bind(insert.arguments)
        guard let find = try finding(T.self) else {
          guard let row = try statement.firstRow(of: T.self) else {
            throw RowNotFoundError(table: T.tableName)
          }
          return row
        }
        // There is no row where a trigger has said RAISE(IGNORE).
        guard let key = try statement.firstRow(at: find.key) else {
          throw RowNotFoundError(table: T.tableName)
        }
        try find.statement.bind(find.key.isEmpty ? [.integer(lastInsertRowID)] : key)
        guard let row = try find.statement.firstRow(of: T.self) else {
          throw RowNotFoundError(table: T.tableName)
        }
        return row
      } catch {
        throw explain(error, of: T.self, FailedWrite(columns, insert.arguments))
      }
    }
  }

  /// What finds a row again: by its key, or by its rowid where it has none.
  ///
  /// - Returns: the statement, and where the key's columns stand in a fetched row; nil for a view
  ///   and for a table without keys and rowids.
  private func finding<T: Table>(
    _ table: T.Type
  ) throws -> (statement: PreparedStatement, key: [Int])? {
    let schema = T.schema
    if schema.primaryKey.isEmpty {
      let rowID = schema.rowIdentifier[0].quotedIdentifier
      let byRowID = try? statement("\(T.selectSQL) WHERE \(rowID) = $1")
      return byRowID.map { ($0, []) }
    }
    let fetched = schema.columns.filter { !$0.isLazy }.map(\.name)
    let key = schema.primaryKey.compactMap { fetched.firstIndex(of: $0) }
    return (try statement(schema.findSQL), key)
  }
}
