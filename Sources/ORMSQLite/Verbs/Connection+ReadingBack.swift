import ORMCore

@_documentation(visibility: internal)
extension Connection {
  /// Runs an `INSERT … RETURNING` and fetches the inserted row.
  ///
  /// `RETURNING` returns the row before the table's `AFTER` triggers ran
  /// (<https://www.sqlite.org/lang_returning.html#limitations_and_caveats>), so only the key is
  /// read from it. If the row can't be decoded, the insert is rolled back.
  ///
  /// - Parameter write: The written values, if known.
  /// - Throws: ``RowNotKeptError`` if no row was inserted.
  public func insertedRow<T: DatabaseTable>(
    _ type: T.Type, by statement: PreparedStatement, _ arguments: [SQLValue],
    _ write: @autoclosure () -> FailedWrite
  ) throws -> T {
    try transaction {
      do {
        let find = try finding(T.self)
        try statement.bind(arguments)
        guard let find else {
          guard let row = try statement.rows(of: T.self).first else {
            throw RowNotKeptError(table: T.tableName)
          }
          return row
        }
        // No row is inserted if a trigger runs RAISE(IGNORE).
        guard let key = try statement.firstRow(at: find.key) else {
          throw RowNotKeptError(table: T.tableName)
        }
        // For a view, the result of `RETURNING` is the row itself.
        if let place = key.firstIndex(of: .null), !isView(T.tableName) {
          throw KeyNotGivenError(table: T.tableName, column: T.schema.primaryKey[place])
        }
        try find.statement.bind(find.key.isEmpty ? [.integer(lastInsertRowID)] : key)
        let row = try withoutWarnings { try find.statement.firstRow(of: T.self) }
        guard let row else {
          throw RowNotKeptError(table: T.tableName)
        }
        return row
      } catch {
        throw described(error, of: T.self, write())
      }
    }
  }

  /// The statement that finds a row again: by its key, or by its rowid if it has no key.
  ///
  /// - Returns: The statement, and the indexes of the key's columns in a fetched row; nil for a
  ///   view and for a table without keys and rowids.
  private func finding<T: DatabaseTable>(
    _ table: T.Type
  ) throws -> (statement: PreparedStatement, key: [Int])? {
    let schema = T.schema
    if schema.primaryKey.isEmpty {
      // In some builds of SQLite a view has a rowid, which is NULL.
      if isView(schema.name) { return nil }
      let rowID = schema.rowIdentifier[0].quotedIdentifier
      let byRowID = try? statement("\(T.selectSQL) WHERE \(rowID) = $1")
      return byRowID.map { ($0, []) }
    }
    // RETURNING returns -1 for a key that a virtual table chooses (SQLite 3.40).
    if table is any VirtualTable.Type { return (try statement(.find, for: table), []) }
    let find = try statement(.find, for: table)
    if let key = recentStatements.keyInRow { return (find, key) }
    let fetched = schema.columns.filter { !$0.isLazy }.map(\.name)
    let key = schema.primaryKey.compactMap { fetched.firstIndex(ofName: $0) }
    recentStatements.keyInRow = key
    return (find, key)
  }
}
