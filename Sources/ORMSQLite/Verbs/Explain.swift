import ORMCore

extension Connection {
  /// Returns SQLite's plan for a query or a write, without running it.
  ///
  /// ```swift
  /// let plan = try db.explain(Album.where { $0.artistID == 1 })
  /// // EXPLAIN QUERY PLAN SELECT … FROM "album" WHERE "artistID" = $1
  /// let played = Album.where { $0.artistID == 1 }.update { $0.plays += 1 }
  /// let writing = try db.explain(played.returning { $0.id })
  /// // EXPLAIN QUERY PLAN UPDATE "album" SET … WHERE "artistID" = $2 RETURNING "id"
  /// ```
  ///
  /// For a query that selects lists (``ToMany``), it also contains the plan of each list's
  /// statement:
  ///
  /// ```swift
  /// let plan = try db.explain(Artist.where { $0.id < 9 }.select { ($0.name, $0.albums) })
  /// print(plan)
  /// // |--SEARCH artist USING INTEGER PRIMARY KEY (rowid<?)
  /// // `--LIST OF album
  /// //    `--SEARCH album USING INDEX album_artistID_index (artistID=?)
  /// ```
  ///
  /// The keys of the rows are not known before the query runs, so sample values of the columns'
  /// type are used. For a page, only the statement that fetches its rows is explained.
  ///
  /// - Throws: ``DatabaseError``; ``RelationError`` if the query can't select the lists; the errors
  ///   of ``WriteStatement/statement()``, for example if the write needs several statements.
  public func explain(_ statement: some StatementConvertible) throws -> QueryPlan {
    if let query = statement as? any SelectStatement, type(of: query).hasLists {
      return try explain(lists: query)
    }
    return try explain(text: statement.statement())
  }

  /// Returns SQLite's plan for raw SQL, without running it.
  ///
  /// - Throws: ``DatabaseError``
  public func explain(_ sql: SQL) throws -> QueryPlan { try explain(text: sql.statement()) }

  private func explain(lists query: some SelectStatement) throws -> QueryPlan {
    let listed = try query.listedRows(inBatches: false)
    var plan = try explain(text: listed.statement())
    plan.lists = try plans(of: listed.withQuery { try $0.plannedLists() })
    return plan
  }

  private func plans(of lists: [PlannedList]) throws -> [QueryPlan.List] {
    try lists.map { list in
      var plan = try explain(text: list.statement)
      plan.lists = try plans(of: list.lists)
      return QueryPlan.List(table: list.table, plan: plan)
    }
  }

  private func explain(text statement: Statement) throws -> QueryPlan {
    let sql = "EXPLAIN QUERY PLAN " + statement.sql
    return try QueryPlan(
      query(Statement(sql: sql, arguments: statement.arguments)) { try $0.rows(byName: Row.self) })
  }
}

// MARK: - On the database

extension Database {
  /// Returns SQLite's plan for a query or a write, without running it; see
  /// ``Connection/explain(_:)-(StatementConvertible)``.
  public func explain(_ statement: some StatementConvertible) async throws -> QueryPlan {
    try await reading { try $0.explain(statement) }
  }

  /// Returns SQLite's plan for raw SQL, without running it; see ``Connection/explain(_:)-(SQL)``.
  public func explain(_ sql: SQL) async throws -> QueryPlan {
    try await reading { try $0.explain(sql) }
  }
}
