import ORMCore
import ORMSchema

extension Connection {
  /// Records that these tables store their values in the representations that their structs
  /// declare.
  ///
  /// Call it in a step that converts values with its own SQL. Otherwise the following migration
  /// converts them again, because the old representation is still recorded.
  ///
  /// ```swift
  /// MigrationStep("milliseconds") { tx in
  ///   try tx.execute("UPDATE visit SET at = at * 1000")
  ///   try tx.recordRepresentations(of: Visit.self)
  ///   // INSERT OR REPLACE INTO main."orm_columns" …
  /// }
  /// ```
  ///
  /// `create` and `migrate` record the tables that they create and convert; see <doc:Migrating>. A
  /// table that does not exist is skipped.
  ///
  /// - Throws: ``DatabaseError`` if the connection can't write.
  public func recordRepresentations(of tables: any DatabaseTable.Type...) throws {
    try checkWriting()
    let reader = unreportedSchema
    try record(
      tables.map { $0.schema }, isFirst: true,
      created: reader.columnRecords(reader.entries()).creationMarks)
  }

  /// Records the representations of tables.
  ///
  /// - Parameters:
  ///   - isFirst: Whether the table of records may not exist yet.
  ///   - created: The marks of newly created tables.
  func record(
    _ tables: [TableSchema], isFirst: Bool, created: [SQLName: CreationMark] = [:]
  ) throws {
    if tables.isEmpty { return }
    let identities = try unreportedSchema.tableIdentities(of: tables.map(\.name))
    try insertRecords(
      ColumnRecord.rows(of: tables, identities, created: created), isFirst: isFirst)
  }

  /// Records the representations of all tables, and removes the earlier records.
  ///
  /// - Parameter created: The marks of tables that the migration leaves unchanged.
  func record(_ tables: [Schema.Table], created: [SQLName: CreationMark]) throws {
    let rows = ColumnRecord.rows(
      of: tables, try unreportedSchema.tableIdentities(), created: created)
    let name = Schema.columnsTable
    let isThere = try unreportedSchema.hasObject(named: name)
    if isThere { try unreported("DELETE FROM main.\(name.quotedIdentifier)").run() }
    try insertRecords(rows, isFirst: !isThere)
  }

  /// Runs `VACUUM`, which moves tables, and records the new places of the tables.
  func vacuum() throws {
    try keepingRecords { try withVacuumCollations { _ = try execute("VACUUM") } }
  }

  /// Runs a closure with placeholders for unknown collations, unless an index is ordered by one:
  /// `VACUUM` writes all indexes again.
  private func withVacuumCollations(_ body: () throws -> Void) throws {
    guard let unknown = unknownCollations else { return try body() }
    if unknown.orders.isEmpty { unknown.register() } else { unknown.remove() }
    defer { if role.onlyReads { unknown.register() } else { unknown.remove() } }
    return try body()
  }

  /// Runs a closure outside of a transaction and records the new places of the tables, which
  /// `VACUUM` may have moved.
  func keepingRecords(_ body: () throws -> Void) throws {
    let before = try recordedTables()
    try body()
    if before.isEmpty { return }
    try transaction {
      try move(before, to: unreportedSchema.tableIdentities(), by: unreported(ColumnRecord.moveSQL))
    }
  }

  /// Writes a copy without free pages, and records the places of the tables in it.
  func vacuum(into path: String) throws {
    let before = try recordedTables()
    try withVacuumCollations { _ = try execute("VACUUM INTO \(path)") }
    if before.isEmpty { return }
    let copy = try ConnectionHandle(path: path, for: .writing, vfs: configuration.vfs)
    _ = try configuration.prepare(copy.pointer)
    func prepared(_ sql: String) throws -> PreparedStatement {
      try PreparedStatement.only(
        sql, on: copy.pointer, arena: arena, callbackFailure: callbackFailure)
    }
    let reader = SchemaReader { query in
      let statement = try prepared(query.sql)
      try statement.bind(query.arguments)
      return try statement.values()
    }
    let identities = try reader.tableIdentities()
    try prepared("BEGIN IMMEDIATE").run()
    try move(before, to: identities, by: prepared(ColumnRecord.moveSQL))
    try prepared("COMMIT").run()
  }

  /// Returns the tables whose records are valid.
  private func recordedTables() throws -> [SQLName: ColumnRecord.Identity] {
    let reader = unreportedSchema
    let tables = Set(try reader.columnRecords(reader.entries()).map { SQLName($0.table) })
    if tables.isEmpty { return [:] }
    return try reader.tableIdentities().filter { tables.contains($0.key) }
  }

  /// Updates the records of tables to their new places.
  private func move(
    _ tables: [SQLName: ColumnRecord.Identity], to places: [SQLName: ColumnRecord.Identity],
    by statement: PreparedStatement
  ) throws {
    for (table, identity) in places {
      // A table that was created again is a different table.
      guard let before = tables[table], before.text.hasSameBytes(as: identity.text) else {
        continue
      }
      try statement.bind(identity.values + [.text(table.text)])
      try statement.run()
    }
  }

  /// Inserts the rows. Hooks do not report these statements, because they are part of the
  /// operation.
  private func insertRecords(_ rows: [[SQLValue]], isFirst: Bool) throws {
    if rows.isEmpty { return }
    if try isFirst && !unreportedSchema.hasObject(named: Schema.columnsTable) {
      try unreported(ColumnRecord.createSQL).run()
    }
    let statement = try unreported(ColumnRecord.insertSQL)
    for row in rows {
      try statement.bind(row)
      try statement.run()
    }
  }

  private func unreported(_ sql: String) throws -> PreparedStatement {
    try PreparedStatement.only(sql, on: handle, arena: arena, callbackFailure: callbackFailure)
  }
}
