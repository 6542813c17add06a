import ORMCore
import ORMSchema

extension Connection {
  /// Records that the values of these tables are stored as their structs declare.
  ///
  /// A step that converts values by its own SQL calls it: the migration to the structs that follows
  /// would otherwise convert them once more, from the representation that is still recorded.
  ///
  /// ```swift
  /// Step("milliseconds") { tx in
  ///   try tx.execute("UPDATE visit SET at = at * 1000")
  ///   try tx.recordRepresentations(of: Visit.self)
  ///   // INSERT OR REPLACE INTO main."orm_columns" …
  /// }
  /// ```
  ///
  /// `create` and `migrate` record what they make and convert; see <doc:Migrating>. A table that
  /// does not exist is passed over.
  ///
  /// - Throws: ``DatabaseError`` if nothing may be written.
  public func recordRepresentations(of tables: any DatabaseTable.Type...) throws {
    try checkWriting()
    try record(tables.map { $0.schema }, isFirst: true)
  }

  /// Records the representations of tables that were created.
  ///
  /// - Parameter isFirst: Whether the table of records may be missing.
  func record(_ tables: [TableSchema], isFirst: Bool) throws {
    if tables.isEmpty { return }
    try insertRecords(
      ColumnRecord.rows(of: tables, try tableIdentities()), isFirst: isFirst)
  }

  /// Records the representations of all tables in place of those that were recorded before.
  func record(_ tables: [Schema.Table]) throws {
    let rows = ColumnRecord.rows(of: tables, try tableIdentities())
    let name = Schema.columnsTable
    let isThere = try migrationReader.hasObject(named: name)
    if isThere { try runMigrating("DELETE FROM main.\(name.quotedIdentifier)") }
    try insertRecords(rows, isFirst: !isThere)
  }

  private func insertRecords(_ rows: [[SQLValue]], isFirst: Bool) throws {
    if rows.isEmpty { return }
    if try isFirst && !migrationReader.hasObject(named: Schema.columnsTable) {
      try runMigrating(ColumnRecord.createSQL)
    }
    let statement = try prepare(ColumnRecord.insertSQL, by: .package)
    for row in rows {
      try statement.bind(row)
      try statement.run()
    }
  }

  private func tableIdentities() throws -> [SQLName: ColumnRecord.Identity] {
    ColumnRecord.Identity.of(try migrationValues(ColumnRecord.Identity.selectSQL))
  }
}
