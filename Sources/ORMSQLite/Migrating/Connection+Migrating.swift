import ORMCore
import ORMSchema

extension Connection {
  /// Sets the connection up for a migration, and says what to hand to ``endMigrationSettings(_:)``.
  ///
  /// A pragma of foreign keys does nothing in a transaction: this is called before it.
  func beginMigrationSettings() throws -> Bool {
    let raw = RawConnection(handle)
    let enforces = try raw.texts("PRAGMA foreign_keys").first?.first ?? "0"
    raw.setForeignKeys(false)
    raw.setDoubleQuotedStrings(true)
    return enforces.hasSameBytes(as: "1")
  }

  /// Sets the connection back for those who go on using it.
  func endMigrationSettings(_ enforcesForeignKeys: Bool) {
    let raw = RawConnection(handle)
    raw.setForeignKeys(enforcesForeignKeys)
    raw.setDoubleQuotedStrings(configuration.allowsDoubleQuotedStrings)
    raw.setLegacyRenaming(false)
  }

  /// - Throws: ``DatabaseError`` with a hint if a trigger or a view of the schema has a string in
  ///   double quotes, which the program's own connections do not read.
  func checkDoubleQuotes(in schema: Schema) throws {
    if configuration.allowsDoubleQuotedStrings { return }
    let raw = RawConnection(handle)
    raw.setDoubleQuotedStrings(false)
    defer { raw.setDoubleQuotedStrings(true) }
    try raw.checkDoubleQuotes(in: schema, of: migrationReader.entries())
  }

  /// The triggers of the database that can't run, such as those that call a function of another
  /// program.
  func brokenTriggers() throws -> Set<SQLName> {
    let schema = Schema(reading: try migrationReader.entries())
    return Set(
      schema.triggers.filter { trigger in
        let sql = trigger.firingSQL(in: schema)
        return !sql.isEmpty && (try? prepare("EXPLAIN \(sql)", by: .package)) == nil
      }.map { SQLName($0.name) })
  }

  /// - Parameter broken: The triggers that could not run before the migration either.
  /// - Throws: ``DatabaseError`` if a trigger of the schema can't run, as `create` does: it writes
  ///   to a full-text index, say, for which SQLite has to trust the schema.
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
    // A rename compiles the whole schema, and writes no index.
    unknown.register()
    defer { unknown.remove() }
    if try unknown.use(of: sql).written != nil { unknown.remove() }
    try prepare(sql, by: .package).run()
  }

  /// The rows of a query of the migration.
  func migrationValues(_ sql: String) throws -> [[SQLValue]] {
    try prepare(sql, by: .package).values()
  }

  /// Asks what the database has, for the migration.
  var migrationReader: SchemaReader {
    SchemaReader { query in
      let statement = try self.prepare(query.sql, by: .package)
      try statement.bind(query.arguments)
      return try statement.values()
    }
  }

  /// Whether the database's texts are those that a migration to a schema has left: one statement.
  func isMigrated(to fingerprint: String, _ request: MigrationRequest) throws -> Bool {
    try lastRow(SchemaReader.contentsSQL, says: fingerprint)
      && (request.rules.conversions.isEmpty || request.rules.areNoted(in: notedUses()))
      && (request.allowed.isEmpty || !request.drops(something: migrationReader.entries()))
  }

  /// Whether the database's texts are those that a migration to a history's newest version has
  /// left: one statement.
  ///
  /// - Parameter stamp: The history's stamp.
  func isMigrated(toStamp stamp: String) throws -> Bool {
    try lastRow(SchemaReader.stampedContentsSQL, says: stamp)
  }

  /// - Parameter query: Returns the texts of the schema, then the last row of the ledger.
  private func lastRow(_ query: String, says text: String) throws -> Bool {
    let statement: PreparedStatement
    do {
      statement = try prepare(query, by: .package)
    } catch let error as DatabaseError where error.code == .error {
      // Nothing is noted, or nothing can be read: the migration will tell.
      return false
    }
    defer { statement.reset() }
    var contents = ContentsHash()
    while try statement.step() {
      if statement.textBytes(at: 1).isEmpty {
        contents.add(statement.textBytes(at: 0))
        continue
      }
      // The last row: it comes behind all that it is about.
      return statement.textBytes(at: 0).elementsEqual(text.utf8)
        && statement.textBytes(at: 1).elementsEqual(contents.text.utf8)
    }
    return false
  }

  /// The migrations that are noted, the oldest first.
  func migrationRecords() throws -> [MigrationRecord] {
    let sql = MigrationRecord.selectSQL(without: try migrationReader.missingLedgerColumns())
    return try values(of: Statement(sql: sql)).compactMap { MigrationRecord($0) }
  }

  /// Inserts rows into the ledger, which is created if the database does not have it, and gets the
  /// columns that one of an earlier version lacks.
  func insert(_ records: [MigrationRecord]) throws {
    if try migrationReader.hasObject(named: Schema.migrationsTable) {
      for column in try migrationReader.missingLedgerColumns() {
        try runMigrating(MigrationRecord.addSQL(column))
      }
      // A migration may change nothing but values, or what they mean. The connections of programs
      // that are open notice a change of tables only.
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

  /// Empties the write-ahead log, if nobody is in the way.
  func truncateLog() { _ = try? RawConnection(handle).checkpoint(.truncate) }

  /// Takes notice of a migration that another connection has done.
  func noteMigration() {
    try? reloadSchema()
    lookForForeignCommits()
  }
}
