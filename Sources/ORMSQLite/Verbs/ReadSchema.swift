import ORMCore
import ORMSchema

extension Connection {
  /// Reads the tables, indexes, views and triggers of the database, whichever program created them.
  ///
  /// ```swift
  /// let schema = try db.schema()   // SELECT type, name, tbl_name, sql FROM "main".sqlite_schema
  /// for table in schema.tables { print(table.name, table.columns.map(\.name)) }
  /// ```
  ///
  /// An object whose SQL can't be parsed is in ``Schema/unreadable``, and does not affect other
  /// objects. Temporary and attached tables are not included. See
  /// <https://www.sqlite.org/schematab.html>.
  ///
  /// - Throws: ``DatabaseError`` if the schema can't be read; `CancellationError`;
  ///   ``DeadlineError``.
  public func schema() throws -> Schema {
    let reader = SchemaReader { query in
      // The package's own queries also run in a cancelled task; this one is the caller's.
      try Task.checkCancellation()
      try Deadline.check(sql: query.sql)
      return try self.reportedValues(of: query)
    }
    return try reader.schema(try reader.entries())
  }

  /// Checks that the database matches a schema.
  ///
  /// ```swift
  /// try db.verify(Schema(of: Artist.self, Album.self))
  /// ```
  ///
  /// Differences that do not matter to SQLite are not mismatches. Objects that only the database
  /// has are not mismatches either, with two exceptions: a column that is `NOT NULL` and has no
  /// default, because rows can't be inserted without a value for it; and a constraint or a unique
  /// index of a column of the schema, because it can refuse or delete rows that the schema allows.
  ///
  /// - Throws: ``SchemaMismatchError`` with the changes that would be needed;
  ///   ``ColumnDeclarationError`` if a struct contradicts itself or another one; the errors of
  ///   ``schema()``.
  public func verify(_ schema: Schema) throws {
    try checkDeclarations(of: schema.declared.tables)
    try schema.verify(try self.schema())
  }
}

// MARK: - On the database

extension Database {
  /// Reads the tables, indexes, views and triggers of the database, whichever program created them;
  /// see ``Connection/schema()``.
  ///
  /// ```swift
  /// let found = try await db.schema()   // SELECT … FROM "main".sqlite_schema
  /// for change in Schema(of: Artist.self, Album.self).changes(from: found) { print(change) }
  /// // album: column lastPlayed is added
  /// ```
  ///
  /// - Throws: The errors of ``Connection/schema()``.
  public func schema() async throws -> Schema { try await reading { try $0.schema() } }

  /// Checks that the database matches a schema; see ``Connection/verify(_:)``.
  ///
  /// ```swift
  /// try await db.verify(Schema(of: Artist.self, Album.self))
  /// ```
  ///
  /// - Throws: The errors of ``Connection/verify(_:)``.
  public func verify(_ schema: Schema) async throws {
    try await reading { try $0.verify(schema) }
  }
}
