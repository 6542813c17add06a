extension SQLConnection {
  /// Creates the tables and views with their indexes and triggers, all or none of them.
  ///
  /// ```swift
  /// try db.create(Artist.self, Album.self, ArtistTotal.self)
  /// // CREATE TABLE IF NOT EXISTS "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT
  /// // …
  /// // CREATE VIEW IF NOT EXISTS "artistTotal" ("artist", "albums") AS SELECT …
  /// ```
  ///
  /// Existing tables and views are not changed. If reads or writes of a table's struct would fail
  /// with the existing table, the call throws an error that lists the differences. An existing view
  /// keeps its definition; `recreate` replaces it. The tables that a view or a trigger names must
  /// exist, or be created by the same call. A ``FullTextIndex`` is filled if it is new, or if one
  /// of its triggers is new.
  ///
  /// - Parameter ifNotExists: Whether to leave existing tables and views alone; if false, an
  ///   existing table or view is an error. The default is true.
  /// - Throws: `SchemaMismatchError` if an existing table does not match its struct;
  ///   ``DatabaseError``, for example if a view can't be read; ``ValueEncodingError`` if a value in
  ///   a view's definition can't be stored. If it throws, nothing has changed.
  public func create(_ sources: any TableOrView.Type..., ifNotExists: Bool = true) throws {
    try createSources(sources, ifNotExists: ifNotExists)
  }
}

extension TableOrView {
  /// Returns the `CREATE` statements of a table with its indexes, or of a view.
  package static func createStatements(
    ifNotExists: Bool, _ dialect: SQLDialect = .sqlite
  ) throws -> [String] {
    if let view = self as? any DatabaseView.Type {
      try dialect.checkDefines("CREATE VIEW")
      return [try view.createViewSQL(ifNotExists: ifNotExists)]
    }
    if let table = self as? any VirtualTable.Type {
      try dialect.checkDefines("CREATE VIRTUAL TABLE")
      return [try table.createVirtualTableSQL(ifNotExists: ifNotExists)]
    }
    if let table = self as? any DatabaseTable.Type {
      return table.schema.createStatements(ifNotExists: ifNotExists, dialect: dialect)
    }
    throw DatabaseError(
      extendedCode: .misuse,
      message: "\(self) is neither a table nor a view, so it can't be created")
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Creates the tables and views with their indexes and triggers, all or none of them.
  public func create(_ sources: any TableOrView.Type..., ifNotExists: Bool = true) async throws {
    try await writing { try $0.createSources(sources, ifNotExists: ifNotExists) }
  }
}
