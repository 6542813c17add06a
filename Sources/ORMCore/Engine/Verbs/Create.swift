extension SQLConnection {
  /// Makes the tables, with their indexes, and the views, all or none of them, and their triggers.
  ///
  /// ```swift
  /// try db.create(Artist.self, Album.self, ArtistTotal.self)
  /// // CREATE TABLE IF NOT EXISTS "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT
  /// // …
  /// // CREATE VIEW IF NOT EXISTS "artistTotal" ("artist", "albums") AS SELECT …
  /// ```
  ///
  /// What is there is left as it is, and a table that reads or writes of its struct would fail on
  /// is an error that says how it differs. A view keeps its definition; `recreate` gives it its new
  /// one. What a view or a trigger names has to be there, or made by the same call. A
  /// ``FullTextIndex`` is filled if it is new, or if one of its triggers is.
  ///
  /// - Parameter ifNotExists: Whether what is there is passed over; otherwise it is an error.
  /// - Throws: `SchemaMismatchError` if a table that is there is not as its struct describes
  ///   it, and nothing has changed then; ``DatabaseError``, also where a view can't be read from;
  ///   ``ValueEncodingError`` where a value in a view's definition can't be stored.
  public func create(_ sources: any TableOrView.Type..., ifNotExists: Bool = true) throws {
    try createSources(sources, ifNotExists: ifNotExists)
  }
}

extension TableOrView {
  /// The `CREATE` of a table, with its indexes, or of a view.
  package static func createStatements(ifNotExists: Bool) throws -> [String] {
    if let view = self as? any DatabaseView.Type {
      return [try view.createViewSQL(ifNotExists: ifNotExists)]
    }
    if let table = self as? any VirtualTable.Type {
      return [try table.createVirtualTableSQL(ifNotExists: ifNotExists)]
    }
    if let table = self as? any DatabaseTable.Type {
      return table.schema.createStatements(ifNotExists: ifNotExists)
    }
    throw DatabaseError(
      extendedCode: .misuse,
      message: "\(self) is no table and no view: it can be read and not be created")
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Makes the tables, with their indexes, and the views, all or none of them; as on a
  /// connection.
  public func create(_ sources: any TableOrView.Type..., ifNotExists: Bool = true) async throws {
    try await writing { try $0.createSources(sources, ifNotExists: ifNotExists) }
  }
}
