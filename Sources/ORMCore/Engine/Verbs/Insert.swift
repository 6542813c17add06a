extension SQLConnection {
  /// Inserts the row.
  ///
  /// ```swift
  /// let sade = try db.insert(Album(title: "Diamond Life"))
  /// // INSERT INTO "album" ("title") VALUES ($1)
  /// ```
  ///
  /// If the key is nil, the database generates it. A nil in a column with `default: .database` is
  /// left to the database too; any other nil is written as NULL. If the table has triggers on
  /// `INSERT`, or a JSON column that may decode to another value, a second statement reads the row
  /// back by its key.
  ///
  /// - Returns: The row as a fetch would return it.
  /// - Throws: ``DatabaseError`` if a constraint forbids the row; ``ValueEncodingError`` if a value
  ///   can't be stored unchanged, or could not be read back; ``RowDecodingError`` if JSON could not
  ///   be read back; ``KeyNotGivenError`` if the key is nil and the database does not generate keys
  ///   for the table; ``RowNotKeptError`` if a trigger prevented the insert. In each of these
  ///   cases, nothing is stored.
  @inlinable
  @discardableResult
  public func insert<T: DatabaseTable>(_ value: consuming T) throws -> T {
    if T.needsReadBack && !value.roundTripsExactly || !value.omittedColumns.isEmpty {
      return try insertReadingBack(value)
    }
    return try insertRow(value)
  }

  /// Inserts the draft.
  ///
  /// ```swift
  /// let sade = try db.insert(Artist.Draft(name: "Sade"))      // Artist, with its id
  /// // INSERT INTO "artist" ("name") VALUES ($1)
  /// ```
  ///
  /// - Returns: The row as a fetch would return it, with the key that the database generated.
  /// - Throws: The errors of ``insert(_:)-(T)``.
  @inlinable
  @discardableResult
  public func insert<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target {
    if Draft.Target.needsReadBack || !draft.omittedColumns.isEmpty {
      return try insertReadingBack(draft)
    }
    return try insertRow(draft)
  }

  /// Inserts a row with values for some columns; the other columns get the database's defaults.
  ///
  /// ```swift
  /// let album = try db.insert(Album.self) { $0.title = "Promise" }
  /// // INSERT INTO "album" ("title") VALUES ($1)
  /// // SELECT "id", "title", "plays" FROM "album" WHERE rowid = $1
  /// ```
  ///
  /// If the table has triggers on `INSERT`, or no rowids, the row is read by a `RETURNING` clause.
  ///
  /// - Returns: The row with all of its columns.
  /// - Throws: The errors of ``insert(_:)-(T)``; ``RowDecodingError`` if an omitted column is NULL
  ///   and its property is not optional. If it throws, the row is not stored.
  @discardableResult
  public func insert<T: DatabaseTable>(
    _ type: T.Type, _ assign: (inout Assignments<T>) throws -> Void
  ) throws -> T {
    try insert(Assignments(assign))
  }

  func insert<T: DatabaseTable>(_ assignments: Assignments<T>) throws -> T {
    if let values = assignments.knownValues {
      return try insertedRow(
        T.self, naming: .names(assignments.columns), values,
        FailedWrite(assignments.columns, values))
    }
    let insert = try assignments.insertStatement()
    return try insertedRow(
      T.self, by: checkedStatement(insert.sql), insert.arguments,
      FailedWrite(rows: [InsertedRow(assignments).knownValues]))
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Inserts the row; see ``SQLConnection/insert(_:)-(T)``.
  @inlinable
  @discardableResult
  public func insert<T: DatabaseTable>(_ value: T) async throws -> T {
    try await writingRow { try $0.insert(value) }
  }

  /// Inserts the draft; see ``SQLConnection/insert(_:)-(Draft)``.
  @inlinable
  @discardableResult
  public func insert<Draft: TableDraft>(_ draft: Draft) async throws -> Draft.Target {
    try await writingRow { try $0.insert(draft) }
  }

  /// Inserts a row with values for some columns; see ``SQLConnection/insert(_:_:)``.
  @discardableResult
  public nonisolated(nonsending) func insert<T: DatabaseTable>(
    _ type: T.Type, _ assign: (inout Assignments<T>) throws -> Void
  ) async throws -> T {
    let assignments = try Assignments<T>(assign)
    return try await writingRow { try $0.insert(assignments) }
  }
}
