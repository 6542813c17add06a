import ORMCore

/// A statement was compiled again for another schema.
private struct OutdatedFinder: Error {}

// Inserts of some columns without `RETURNING`: SQLite keeps the rows of a `RETURNING` in a separate
// table, which takes several times as long as finding the inserted row.
@_documentation(visibility: internal)
extension Connection {
  public func insertedRow<T: DatabaseTable>(
    _ type: T.Type, naming columns: ChosenColumns, _ values: [SQLValue],
    _ write: @autoclosure () -> FailedWrite
  ) throws -> T {
    let named = try columnStatement(.insert, of: type, columns)
    try checkGivesKey(of: type) { column in
      named.names.firstIndex(ofName: column).map { values[$0] == .null } ?? true
    }
    let insert = named.statement
    if !insert.firesTriggers, case .statement(let find) = try rowFinder(of: type) {
      do {
        return try transaction {
          do {
            return try row(of: type, insertedBy: insert, values, find)
          } catch let error where !(error is OutdatedFinder || insert.firesTriggers) {
            throw described(error, of: type, write())
          }
        }
      } catch let error where error is OutdatedFinder || insert.firesTriggers {
        // The transaction was rolled back.
        forgetOutdated()
        recentlyUsedStatements(of: type).byRowID = nil
      }
    }
    let returning = try columnStatement(.insertReadingBack, of: type, columns).statement
    return try insertedRow(type, by: returning, values, write())
  }

  /// - Throws: The errors of the statement. It also throws, with `firesTriggers` set, if the
  ///   statement fires triggers by now.
  private func row<T: DatabaseTable>(
    of type: T.Type, insertedBy insert: PreparedStatement, _ values: [SQLValue],
    _ find: PreparedStatement
  ) throws -> T {
    try insert.bind(values)
    try insert.run(refusingTriggers: authorizer)
    // No row was inserted if the table has `ON CONFLICT IGNORE`.
    if changeCount == 0 { throw RowNotKeptError(table: T.tableName) }
    let key = lastInsertRowID
    let row: T?
    do {
      try find.bind { $0.bind(key, at: 1) }
      row = try withoutWarnings { try find.firstRow(of: type) }
    } catch {
      // If it is compiled again for a table without rowids, it fails before SQLite counts the new
      // compilation.
      let isOfText = (error as? DatabaseError)?.code == .error
      throw find.isPreparedAnew || isOfText ? OutdatedFinder() : error
    }
    // A column may have the name of the rowid by now.
    if find.isPreparedAnew { throw OutdatedFinder() }
    guard let row else { throw RowNotKeptError(table: T.tableName) }
    return row
  }

  /// The statement that finds a row by its rowid, in the current schema.
  private func rowFinder<T: DatabaseTable>(of table: T.Type) throws -> RowFinder {
    let statements = recentlyUsedStatements(of: table)
    if let known = statements.byRowID { return known }
    var finder = RowFinder.none
    if let rowID = try rowIDName(of: T.tableName),
      let find = try? prepare("\(T.selectSQL) WHERE \(rowID) = $1")
    {
      finder = .statement(find)
    }
    statements.byRowID = finder
    return finder
  }

  /// A name of the rowid that no column has; nil if the table's name does not belong to exactly one
  /// table with rowids.
  private func rowIDName(of table: String) throws -> String? {
    // Hooks do not report the query: it is part of preparing the table's statement.
    let schema = SchemaReader { try self.unreportedValues(of: $0) }
    guard try schema.isOneTableWithRowIDs(table) else { return nil }
    let columns = try schema.columns(of: table)
    return ["rowid", "_rowid_", "oid"].first { name in
      !columns.contains { $0.name.isSameName(as: name) }
    }
  }
}
