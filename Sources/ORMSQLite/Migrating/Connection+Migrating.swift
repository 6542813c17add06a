import ORMCore
import ORMSchema

extension Connection {
  /// Sets the connection up for a migration, and returns the value for
  /// ``endMigrationSettings(_:)``.
  ///
  /// Call it before the transaction begins: in a transaction, `PRAGMA foreign_keys` does nothing.
  func beginMigrationSettings() throws -> Bool {
    let raw = RawConnection(handle)
    let enforces = try raw.texts("PRAGMA foreign_keys").first?.first ?? "0"
    raw.setForeignKeys(false)
    raw.setDoubleQuotedStrings(true)
    return enforces.hasSameBytes(as: "1")
  }

  /// Restores the connection's settings for its later users.
  func endMigrationSettings(_ enforcesForeignKeys: Bool) {
    let raw = RawConnection(handle)
    raw.setForeignKeys(enforcesForeignKeys)
    raw.setDoubleQuotedStrings(configuration.allowsDoubleQuotedStrings)
    raw.setLegacyRenaming(false)
  }

  /// - Throws: ``DatabaseError`` with a hint if a trigger or a view of the schema has a string in
  ///   double quotes, which the program's own connections do not accept.
  func checkDoubleQuotes(in schema: Schema) throws {
    if configuration.allowsDoubleQuotedStrings { return }
    let raw = RawConnection(handle)
    raw.setDoubleQuotedStrings(false)
    defer { raw.setDoubleQuotedStrings(true) }
    try raw.checkDoubleQuotes(in: schema, of: migrationReader.entries())
  }

  /// Returns the triggers of the database that can't run, for example because they call another
  /// program's function.
  func brokenTriggers() throws -> Set<SQLName> {
    let schema = Schema(reading: try migrationReader.entries())
    return Set(
      schema.triggers.filter { trigger in
        let sql = trigger.firingSQL(in: schema)
        return !sql.isEmpty && (try? prepare("EXPLAIN \(sql)", by: .package)) == nil
      }.map { SQLName($0.name) })
  }

  /// - Parameter broken: The triggers that could not run before the migration.
  /// - Throws: ``DatabaseError`` if a trigger of the schema can't run, as `create` does: for
  ///   example, it writes to a full-text index, for which SQLite must trust the schema.
  func checkTriggers(in schema: Schema, besides broken: Set<SQLName> = []) throws {
    let all = Schema(reading: try migrationReader.entries()).triggers
    try schema.checkTriggers(among: all, besides: broken) {
      _ = try prepare("EXPLAIN \($0)", by: .package)
    }
  }

  /// Runs a statement of the migration.
  func runMigrating(_ sql: String) throws {
    guard let unknown = unknownCollations, Alteration(sql) != nil else {
      return try prepare(sql, by: .package).run()
    }
    // A rename compiles the whole schema and writes no index.
    unknown.register()
    defer { unknown.remove() }
    if try unknown.use(of: sql).written != nil { unknown.remove() }
    try prepare(sql, by: .package).run()
  }

  /// Returns the rows of a query of the migration.
  func migrationValues(_ sql: String) throws -> [[SQLValue]] {
    try prepare(sql, by: .package).values()
  }

  /// The schema reader of the migration.
  var migrationReader: SchemaReader {
    SchemaReader { query in
      let statement = try self.prepare(query.sql, by: .package)
      try statement.bind(query.arguments)
      return try statement.values()
    }
  }

  /// Whether the database's schema is unchanged since a migration to a schema. It runs one
  /// statement.
  func isMigrated(to fingerprint: String, _ request: MigrationRequest) throws -> Bool {
    try lastRow(SchemaReader.contentsSQL, says: fingerprint)
      && (request.rules.conversions.isEmpty || request.rules.areNoted(in: notedUses()))
      && (request.allowed.isEmpty || !request.drops(something: migrationReader.entries()))
  }

  /// Whether the database's schema is unchanged since a migration to a history's newest version. It
  /// runs one statement.
  ///
  /// - Parameter stamp: The history's stamp.
  func isMigrated(toStamp stamp: String) throws -> Bool {
    try lastRow(SchemaReader.stampedContentsSQL, says: stamp)
  }

  /// - Parameter query: Returns the SQL of the schema, then the last row of the ledger.
  private func lastRow(_ query: String, says text: String) throws -> Bool {
    let statement: PreparedStatement
    do {
      statement = try prepare(query, by: .package)
    } catch let error as DatabaseError where error.code == .error {
      // There is no ledger, or it can't be read: the migration will report it.
      return false
    }
    defer { statement.reset() }
    var contents = ContentsHash()
    while try statement.step() {
      if statement.textBytes(at: 1).isEmpty {
        contents.add(statement.textBytes(at: 0))
        continue
      }
      // The last row comes after the whole schema.
      return statement.textBytes(at: 0).elementsEqual(text.utf8)
        && statement.textBytes(at: 1).elementsEqual(contents.text.utf8)
    }
    return false
  }

  /// Returns the recorded migrations, oldest first.
  func migrationRecords() throws -> [MigrationRecord] {
    let sql = MigrationRecord.selectSQL(without: try migrationReader.missingLedgerColumns())
    return try reportedValues(of: Statement(sql: sql)).compactMap { MigrationRecord($0) }
  }

  /// Inserts rows into the ledger. Creates the ledger if the database does not have it, and adds
  /// the columns that a ledger of an earlier version lacks.
  func insert(_ records: [MigrationRecord]) throws {
    if try migrationReader.hasObject(named: Schema.migrationsTable) {
      for column in try migrationReader.missingLedgerColumns() {
        try runMigrating(MigrationRecord.addSQL(column))
      }
      // A migration may change only values or their meaning, but the open connections of other
      // programs notice only a change of the schema.
      let names = try migrationReader.entries().map { SQLName($0.name) }
      let name = freeName(like: "orm", besides: Set(names)).quotedIdentifier
      try runMigrating("CREATE TABLE main.\(name) (x)")
      try runMigrating("DROP TABLE main.\(name)")
    } else {
      try runMigrating(MigrationRecord.createSQL)
    }
    let statement = try prepare(MigrationRecord.insertSQL, by: .package)
    for record in records {
      try statement.bind(record.values)
      try statement.run()
    }
  }

  private func notedUses() throws -> [MigrationUses] {
    if try migrationReader.missingLedgerColumns().contains(name: "used") { return [] }
    let sql = "SELECT used FROM main.\(Schema.migrationsTable.quotedIdentifier)"
    return try migrationValues(sql).map { MigrationUses(text: $0[0].textValue) }
  }

  /// Truncates the write-ahead log if no other connection prevents it.
  func truncateLog() { _ = try? RawConnection(handle).checkpoint(.truncate) }

  /// Makes this connection notice a migration by another connection.
  func noteMigration() {
    try? reloadSchema()
    lookForForeignCommits()
  }
}
