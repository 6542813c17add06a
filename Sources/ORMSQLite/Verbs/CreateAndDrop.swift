import ORMCore

extension Connection {
  @_documentation(visibility: internal)
  public func createSources(_ sources: [any NamedSource.Type], ifNotExists: Bool) throws {
    try transaction {
      if ifNotExists { try checkExisting(sources) }
      // An index whose triggers went with its table has missed what was written to the new one.
      let newIndexes = try sources.compactMap { $0 as? any FullTextIndex.Type }
        .filter { index in
          try ([index.tableName] + index.triggers.map(\.name)).contains {
            try !SchemaReader(values).hasObject(named: $0)
          }
        }
      for source in sources {
        for sql in try source.createStatements(ifNotExists: ifNotExists) {
          try prepare(sql).run()
        }
      }
      // SQLite looks into a view when it is read from first, which is late for a mistake.
      for source in sources where source is any DatabaseView.Type {
        _ = try prepare(source.selectSQL)
      }
      for index in newIndexes { try run(.rebuild, on: index) }
      try createAll(sources.flatMap { $0.triggers }, ifNotExists: ifNotExists)
    }
  }

  /// Gives views their definitions of now: drops each that is there, and makes it.
  ///
  /// ```swift
  /// try db.recreate(ArtistTotal.self)
  /// // DROP VIEW IF EXISTS "artistTotal"
  /// // CREATE VIEW "artistTotal" ("artist", "albums") AS SELECT …
  /// ```
  ///
  /// In one transaction, so that nobody finds them missing. Triggers of a view that its struct does
  /// not declare go with it and are made again.
  ///
  /// - Throws: as `create`; nothing has changed then.
  public func recreate(_ views: any DatabaseView.Type...) throws { try recreate(views) }

  func recreate(_ views: [any DatabaseView.Type]) throws {
    try transaction {
      let triggers = try views.flatMap { try otherTriggers(of: $0) }
      for view in views { try drop(view, ifExists: true) }
      try createSources(views, ifNotExists: false)
      for sql in triggers { try prepare(sql).run() }
    }
  }

  /// The text of each trigger of a view that its struct does not declare.
  private func otherTriggers(of view: any DatabaseView.Type) throws -> [String] {
    try SchemaReader(values).triggers(of: view.tableName).compactMap { trigger in
      let isDeclared = view.triggers.contains {
        $0.isTemporary == trigger.isTemporary && $0.name.isSameName(as: trigger.name)
      }
      if isDeclared { return nil }
      if !trigger.isTemporary { return trigger.sql }
      // SQLite keeps the text without the word.
      // Characters: a word of ASCII's letters, and a space behind it
      return "CREATE TEMP" + trigger.sql.dropFirst("CREATE".count)
    }
  }

  /// Drops the table and its rows, or the view.
  ///
  /// Its triggers go with it, also those by which a ``FullTextIndex`` keeps in step with it: the
  /// index stays as it is until it is created again, or dropped too.
  ///
  /// - Parameter ifExists: Whether what is not there is passed over.
  /// - Throws: ``DatabaseError`` where rows of other tables refer to rows of this one.
  public func drop<T: NamedSource>(_ type: T.Type, ifExists: Bool = true) throws {
    let sql = "DROP \(type is any DatabaseView.Type ? "VIEW" : "TABLE")"
    try checkWriting(sql: sql)
    let name = T.tableName.quotedIdentifier
    do {
      guard type is any FullTextIndex.Type else {
        return try prepare("\(sql) \(ifExists ? "IF EXISTS " : "")\(name)").run()
      }
      // Its triggers are on another table, which could not be written to any more.
      try transaction {
        for trigger in T.triggers { try drop(trigger) }
        try prepare("\(sql) \(ifExists ? "IF EXISTS " : "")\(name)").run()
      }
    } catch {
      guard let table = type as? any DatabaseTable.Type else { throw error }
      throw explain(error, dropping: table)
    }
  }

  private func explain<T: DatabaseTable>(_ error: any Error, dropping table: T.Type) -> any Error {
    explain(error, of: table, FailedWrite(target: try T.all.node.targetStatement()))
  }
}

// MARK: - On the database

extension Database {
  /// Gives views their definitions of now; see the same of a ``Connection``.
  public func recreate(_ views: any DatabaseView.Type...) async throws {
    try await writing { try $0.recreate(views) }
  }

  /// Drops the table and its rows, or the view; see the same of a ``Connection``.
  public func drop<T: NamedSource>(_ type: T.Type, ifExists: Bool = true) async throws {
    try await writing { try $0.drop(type, ifExists: ifExists) }
  }
}
