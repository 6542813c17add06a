import ORMCore
import ORMSchema

extension Connection {
  /// Reads what the database's tables, indexes, views and triggers are, whoever created them.
  ///
  /// ```swift
  /// let schema = try db.schema()   // SELECT type, name, tbl_name, sql FROM "main".sqlite_schema
  /// for table in schema.tables { print(table.name, table.columns.map(\.name)) }
  /// ```
  ///
  /// An object whose text can't be read is in ``Schema/unreadable``, and keeps no other from being
  /// read. Temporary and attached tables are not in it. See
  /// <https://www.sqlite.org/schematab.html>.
  ///
  /// - Throws: ``DatabaseError`` if the schema can't be read; `CancellationError`;
  ///   ``DeadlineError``.
  public func schema() throws -> Schema {
    let reader = SchemaReader { query in
      // What the package asks for itself runs in a cancelled task, too; this the task asks for.
      try Task.checkCancellation()
      try Deadline.check(sql: query.sql)
      return try self.values(of: query)
    }
    return try reader.schema(try reader.entries())
  }

  /// Checks that the database is as a schema says.
  ///
  /// ```swift
  /// try db.verify(Schema(of: Artist.self, Album.self))
  /// ```
  ///
  /// What SQLite treats the same way is not a mismatch, nor is an object that only the database
  /// has, with two exceptions: a column that is `NOT NULL` and has no default, without which no row
  /// can be inserted; and a constraint or a unique index of a column that the schema has, which can
  /// refuse or delete rows that the schema allows.
  ///
  /// - Throws: ``SchemaMismatch`` with the changes that would be needed; ``ColumnDeclarationError``
  ///   if a struct contradicts itself or another one; the errors of ``schema()``.
  public func verify(_ schema: Schema) throws {
    try checkDeclarations(of: schema.declared.tables)
    try schema.verify(try self.schema())
  }
}

// MARK: - On the database

extension Database {
  /// Reads what the database's tables, indexes, views and triggers are, whoever created them; see
  /// ``Connection/schema()``.
  ///
  /// ```swift
  /// let found = try await db.schema()   // SELECT … FROM "main".sqlite_schema
  /// for change in Schema(of: Artist.self, Album.self).changes(from: found) { print(change) }
  /// // album: column lastPlayed is added
  /// ```
  ///
  /// - Throws: as ``Connection/schema()``.
  public func schema() async throws -> Schema { try await reading { try $0.schema() } }

  /// Checks that the database is as a schema says; see ``Connection/verify(_:)``.
  ///
  /// ```swift
  /// try await db.verify(Schema(of: Artist.self, Album.self))
  /// ```
  ///
  /// - Throws: as ``Connection/verify(_:)``.
  public func verify(_ schema: Schema) async throws {
    try await reading { try $0.verify(schema) }
  }
}
