extension SQLConnection {
  /// Drops the table and its rows, or the view.
  ///
  /// ```swift
  /// try db.drop(Album.self)     // DROP TABLE IF EXISTS "album"
  /// ```
  ///
  /// Its triggers are dropped too, including those that keep a `FullTextIndex` up to date: the
  /// index is not updated until it is created again.
  ///
  /// - Parameter ifExists: Whether to ignore a table that does not exist. The default is true.
  /// - Throws: ``DatabaseError`` if rows of other tables refer to rows of this table.
  public func drop<T: TableOrView>(_ type: T.Type, ifExists: Bool = true) throws {
    let sql =
      "DROP \(type is any DatabaseView.Type ? "VIEW" : "TABLE") "
      + "\(ifExists ? "IF EXISTS " : "")\(T.tableName.quotedIdentifier)"
    do {
      guard type is any VirtualTable.Type, !T.triggers.isEmpty else { return try define(sql) }
      // A virtual table can't have triggers: those that it declares are on another table, which
      // could no longer be written to.
      try transaction {
        for trigger in T.triggers { try drop(trigger) }
        try define(sql)
      }
    } catch {
      guard let table = type as? any DatabaseTable.Type else { throw error }
      throw described(error, dropping: table)
    }
  }

  /// Drops the trigger.
  ///
  /// - Parameter ifExists: Whether to ignore a trigger that does not exist. The default is true.
  /// - Throws: ``DatabaseError``
  public func drop(_ trigger: Trigger, ifExists: Bool = true) throws {
    try define(trigger.dropSQL(ifExists: ifExists))
  }

  private func described<T: DatabaseTable>(_ error: any Error, dropping table: T.Type) -> any Error
  {
    described(error, of: table, FailedWrite(target: try T.all.node.targetStatement()))
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Drops the table and its rows, or the view; see
  /// ``SQLConnection/drop(_:ifExists:)-(T.Type,_)``.
  public func drop<T: TableOrView>(_ type: T.Type, ifExists: Bool = true) async throws {
    try await writing { try $0.drop(type, ifExists: ifExists) }
  }

  /// Drops the trigger; see ``SQLConnection/drop(_:ifExists:)-(Trigger,_)``.
  public func drop(_ trigger: Trigger, ifExists: Bool = true) async throws {
    try await writing { try $0.drop(trigger, ifExists: ifExists) }
  }
}
