extension Connection {
  /// Makes the tables, with their indexes, all or none of them.
  ///
  /// ```swift
  /// try db.create(Artist.self, Album.self)
  /// // CREATE TABLE IF NOT EXISTS "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT
  /// ```
  ///
  /// A table that is there is left as it is, whatever its columns.
  ///
  /// - Parameter ifNotExists: Whether a table that is there is passed over; otherwise it is an error.
  /// - Throws: ``DatabaseError``
  public func create(_ tables: any Table.Type..., ifNotExists: Bool = true) throws {
    try create(tables, ifNotExists: ifNotExists)
  }

  func create(_ tables: [any Table.Type], ifNotExists: Bool) throws {
    try transaction {
      for table in tables {
        for sql in table.schema.createStatements(ifNotExists: ifNotExists) {
          try prepare(sql).run()
        }
      }
    }
  }

  /// Drops the table and its rows.
  ///
  /// - Parameter ifExists: Whether a table that is not there is passed over.
  /// - Throws: ``DatabaseError`` where rows of other tables refer to rows of this one.
  public func drop<T: Table>(_ type: T.Type, ifExists: Bool = true) throws {
    try checkWriting(sql: "DROP TABLE")
    let condition = ifExists ? "IF EXISTS " : ""
    do {
      try prepare("DROP TABLE \(condition)\(T.tableName.quotedIdentifier)").run()
    } catch {
      throw explain(error, of: type, FailedWrite(target: try T.all.targetStatement()))
    }
  }
}

// MARK: - On the database

extension Database {
  /// Makes the tables, with their indexes, all or none of them; see
  /// ``Connection/create(_:ifNotExists:)``.
  public func create(_ tables: any Table.Type..., ifNotExists: Bool = true) async throws {
    try await writing { try $0.create(tables, ifNotExists: ifNotExists) }
  }

  /// Drops the table and its rows; see ``Connection/drop(_:ifExists:)``.
  public func drop<T: Table>(_ type: T.Type, ifExists: Bool = true) async throws {
    try await writing { try $0.drop(type, ifExists: ifExists) }
  }
}
