import ORMCore
import ORMSchema

/// An in-memory database in which a schema is tried out, so that SQLite itself decides what
/// statements and renames do.
struct SchemaSandbox {
  private let owner: ConnectionHandle
  private let failure = SwiftFunctionError()
  private let configuration: Configuration
  private let extensions: ExtensionRegistry
  /// Whether all functions and collations of the program are registered.
  private let isPrepared: Bool
  /// Whether things that only another program has may be missing: collations, modules and
  /// tokenizers.
  private let allowsUnknown: Bool
  private let collations: PlaceholderCollations?

  init(_ configuration: Configuration, _ extensions: ExtensionRegistry) throws {
    (self.configuration, self.extensions) = (configuration, extensions)
    owner = try ConnectionHandle(path: ":memory:", for: .creating)
    // The program's set-up may fail in an empty database, but only functions and collations matter
    // here.
    do {
      _ = try configuration.prepare(owner.pointer)
      isPrepared = true
    } catch {
      isPrepared = false
    }
    allowsUnknown = configuration.allowsUnknownCollations
    collations = allowsUnknown ? PlaceholderCollations(on: owner.pointer) : nil
    raw.setDoubleQuotedStrings(true)
    raw.setForeignKeys(false)
    if configuration.trustedSchema { try raw.execute("PRAGMA trusted_schema = ON") }
    try DecimalFunctions.register(on: owner.pointer, failure: failure)
    try CheckingFunctions.register(on: owner.pointer, failure: failure)
    for (_, addition) in extensions.additions(after: 0) {
      try addition.register(on: owner.pointer, failure: failure, isInSchema: true)
    }
  }

  private var raw: RawConnection { RawConnection(owner.pointer) }

  var handle: OpaquePointer { owner.pointer }

  func register(_ functions: [FunctionDefinition]) throws {
    for function in functions { try function.register(on: owner.pointer, failure: failure) }
  }

  /// - Throws: ``DatabaseError``
  func run(_ sql: String) throws {
    do {
      try raw.execute(sql)
    } catch let error as DatabaseError {
      guard allowsUnknown, error.isOfUnknownModule, let text = virtualTable(sql) else {
        throw error
      }
      try addUnknown(text.name, text.sql)
    }
  }

  /// Returns the name and the SQL of a virtual table as SQLite stores them; nil for any other
  /// statement.
  private func virtualTable(_ sql: String) -> (name: String, sql: String)? {
    let tokens = Array(SQLTokens(sql))
    guard let using = tokens.firstIndex(where: { $0.isKeyword("USING") }),
      let name = tokens[..<using].lastIndex(where: { !$0.isBlank }),
      tokens[..<name].contains(where: { $0.isKeyword("VIRTUAL") })
    else { return nil }
    let rest = tokens[name...].map { String($0.text) }.joined()
    return (tokens[name].unquoted, "CREATE VIRTUAL TABLE " + rest)
  }

  /// Adds a virtual table whose module only another program has to the schema.
  private func addUnknown(_ name: String, _ sql: String) throws {
    let (name, text) = (SQLValue.text(name).literal, SQLValue.text(sql).literal)
    try raw.execute(
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
      VALUES ('table', \(name), \(name), 0, \(text));
      PRAGMA writable_schema = RESET;
      """)
  }

  /// Returns the current schema of the sandbox.
  func schema() throws -> Schema { Schema(reading: try entries()) }

  private func entries() throws -> [Schema.Entry] {
    let reader = SchemaReader { query in
      // `texts` returns NULL as an empty text, and no value here is an empty text.
      try raw.texts(query.sql).map { row in row.map { $0.isEmpty ? .null : .text($0) } }
    }
    return try reader.entries()
  }

  /// Returns the views and full-text indexes that can be read and the triggers that can run.
  ///
  /// - Parameter doubleQuotes: Whether a name in double quotes may be a string. If so, a view of a
  ///   dropped column still works and returns the column's name.
  func working(of schema: Schema, doubleQuotes: Bool = true) -> Set<SQLName> {
    raw.setDoubleQuotedStrings(doubleQuotes)
    defer { raw.setDoubleQuotedStrings(true) }
    var working: Set<SQLName> = []
    for view in schema.views where compiles("SELECT * FROM main.\(view.name.quotedIdentifier)") {
      working.insert(SQLName(view.name))
    }
    for trigger in schema.triggers where compiles(trigger.firingSQL(in: schema)) {
      working.insert(SQLName(trigger.name))
    }
    // SQLite resolves its columns in the content table only when it is read.
    for index in schema.virtualTables
    where index.contentTable != nil
      && (try? raw.texts("SELECT * FROM main.\(index.name.quotedIdentifier)")) != nil
    {
      working.insert(SQLName(index.name))
    }
    return working
  }

  private func compiles(_ sql: String) -> Bool { (try? raw.texts("EXPLAIN \(sql)")) != nil }

  /// Checks what a migration checks before its commit: whether triggers can run with the trust that
  /// the program has in its schema, and whether triggers and views contain strings in double
  /// quotes.
  ///
  /// Afterwards, the schema can use only what it may use in the program.
  ///
  /// - Parameter broken: The triggers that could not run before the migration.
  /// - Throws: ``DatabaseError``
  func checkObjects(of schema: Schema, besides broken: Set<SQLName>) throws {
    guard isPrepared else { return }
    SchemaTrust.set(
      configuration.trustedSchema, on: raw, wasPrepared: configuration.prepareConnection != nil)
    for case (_, .function(let function)) in extensions.additions(after: 0) {
      try function.register(
        on: owner.pointer, failure: failure, isInSchema: configuration.trustedSchema)
    }
    if !configuration.allowsDoubleQuotedStrings {
      raw.setDoubleQuotedStrings(false)
      defer { raw.setDoubleQuotedStrings(true) }
      try raw.checkDoubleQuotes(in: schema, of: entries())
    }
    try schema.checkTriggers(among: self.schema().triggers, besides: broken) {
      _ = try raw.texts("EXPLAIN \($0)")
    }
  }

  /// Creates the objects of a database.
  ///
  /// - Returns: The objects that could not be created here, with the reasons.
  func make(_ found: Schema, _ entries: [Schema.Entry]) -> [(name: String, reason: String)] {
    // Shadow tables are created with their virtual tables.
    let texts = Dictionary(
      entries.map { (SQLName($0.name), $0.sql) }, uniquingKeysWith: { first, _ in first })
    let names =
      found.tables.map(\.name) + found.virtualTables.map(\.name) + found.indexes.map(\.name)
      + found.views.map(\.name) + found.unreadable.map(\.name) + found.triggers.map(\.name)
    if names.count > Self.manyObjects, makeAtOnce(found, entries) { return [] }
    var failed: [(String, String)] = []
    for name in names {
      guard let sql = texts[SQLName(name)].flatMap(\.self) else { continue }
      do { try run(sql) } catch { failed.append((name, "\(error)")) }
    }
    return failed
  }

  /// The number of objects above which they are not created one by one in one database, because
  /// that takes quadratic time.
  private static let manyObjects = 500

  /// Creates the objects of a database without compiling each statement.
  ///
  /// - Returns: False if that is not possible. The sandbox is then empty.
  private func makeAtOnce(_ found: Schema, _ entries: [Schema.Entry]) -> Bool {
    // Shadow tables are created with their virtual tables.
    let virtual = Set(found.virtualTables.map { SQLName($0.name) })
    let made = Set((found.tables.map(\.name) + found.views.map(\.name)).map { SQLName($0) })
      .union([SQLName("sqlite_sequence")])
    let skipped = Set(entries.map { SQLName($0.table) }).subtracting(made).union(virtual)
    guard found.unreadable.isEmpty, let image = SchemaImage(entries, skipping: skipped) else {
      return false
    }
    do {
      try image.load(into: raw)
      for table in found.virtualTables { try run(table.sql) }
      for trigger in found.triggers where virtual.contains(SQLName(trigger.table)) {
        try run(trigger.sql)
      }
      return true
    } catch {
      _ = try? raw.execute("ROLLBACK")
      for sql in ["PRAGMA writable_schema = ON", "DELETE FROM sqlite_schema"] {
        _ = try? raw.execute(sql)
      }
      _ = try? raw.execute("PRAGMA writable_schema = RESET; VACUUM")
      return false
    }
  }

  /// Returns the declared schema as SQLite reads it.
  static func reading(
    _ declared: Schema, _ configuration: Configuration, _ extensions: ExtensionRegistry
  ) throws -> Schema {
    let parts = try declared.parts(of: manyObjects).map { part in
      try readingAtOnce(part, configuration, extensions)
    }
    return Schema(
      tables: parts.flatMap(\.tables), indexes: parts.flatMap(\.indexes),
      views: parts.flatMap(\.views), triggers: parts.flatMap(\.triggers),
      virtualTables: parts.flatMap(\.virtualTables), unreadable: parts.flatMap(\.unreadable))
  }

  private static func readingAtOnce(
    _ declared: Schema, _ configuration: Configuration, _ extensions: ExtensionRegistry
  ) throws -> Schema {
    let sandbox = try SchemaSandbox(configuration, extensions)
    for object in declared.unreadable { throw MigrationError(.unreadable, "\(object)") }
    for statement in declared.statements {
      do {
        try sandbox.run(statement)
      } catch let error as DatabaseError {
        throw MigrationError(refusing: statement, error)
      }
    }
    return try sandbox.schema()
  }

  /// Runs the renames and returns the resulting schema, without keeping the changes.
  ///
  /// - Returns: The schema, and the views and triggers that had to be dropped for the renames:
  ///   those in whose SQL SQLite can't change a name, or all if SQLite does not report which these
  ///   are.
  func renamed(_ plan: RenamePlan) throws -> (schema: Schema, dropped: Set<SQLName>) {
    if plan.statements.isEmpty { return (try schema(), []) }
    let before = try schema()
    let all = Set((before.views.map(\.name) + before.triggers.map(\.name)).map { SQLName($0) })
    var dropped: Set<SQLName> = []
    for _ in 0...all.count {
      do {
        return (try renamed(plan, without: dropped, before), dropped)
      } catch let error as MigrationError {
        guard let names = before.objects(refusingRename: error.message),
          !names.isSubset(of: dropped)
        else { break }
        dropped.formUnion(names)
      }
    }
    return (try renamed(plan, without: all, before), all)
  }

  private func renamed(
    _ plan: RenamePlan, without dropped: Set<SQLName>, _ before: Schema
  ) throws -> Schema {
    let views = before.views.filter { dropped.contains(SQLName($0.name)) }
    let triggers = before.triggers.filter { dropped.contains(SQLName($0.name)) }
    try run("SAVEPOINT renames")
    defer {
      // This database has no data that could be lost.
      _ = try? run("ROLLBACK TO renames")
      _ = try? run("RELEASE renames")
    }
    for trigger in triggers { try run("DROP TRIGGER main.\(trigger.name.quotedIdentifier)") }
    for view in views { try run("DROP VIEW main.\(view.name.quotedIdentifier)") }
    for statement in plan.statements {
      do {
        try run(statement)
      } catch let error as DatabaseError {
        throw MigrationError(refusing: statement, error)
      }
    }
    var after = try schema()
    // They are recreated unchanged, except that triggers use the table's new name.
    after.views += views
    after.triggers += triggers.map { $0.renamed(plan) }
    return after
  }

  /// Checks that the SQL of rules compiles. `"x"` is always a column in it, never a string.
  ///
  /// - Throws: ``MigrationError`` with the reason `failedRule`.
  func check(_ rules: MigrationRules, _ found: Schema, _ renames: RenamePlan) throws {
    raw.setDoubleQuotedStrings(false)
    defer { raw.setDoubleQuotedStrings(true) }
    for rule in rules.fills + rules.conversions {
      guard case .sql(let sql) = rule.source,
        let names = renames.tables.first(where: { $0.wanted.isSameName(as: rule.table) }),
        let table = found.table(names.found)
      else { continue }
      do {
        _ = try raw.texts("EXPLAIN SELECT \(sql) FROM main.\(table.name.quotedIdentifier)")
      } catch let error as DatabaseError {
        throw MigrationError(
          .failedRule,
          "the rule for \(rule.table).\(rule.column): \(error.message); before the migration, the"
            + " columns of \(table.name) are \(table.columns.map(\.name).joined(separator: ", "))",
          sql: sql)
      }
    }
  }
}

extension DatabaseError {
  /// Whether a virtual table could not be created because its module or tokenizer is missing.
  fileprivate var isOfUnknownModule: Bool {
    ["no such module: ", "no such tokenizer: ", "unknown tokenizer: "].contains {
      message.starts(withBytes: $0)
    }
  }
}

extension Schema {
  /// Checks the triggers of the schema.
  ///
  /// - Parameters:
  ///   - all: The triggers of the database.
  ///   - broken: The triggers that could not run before the migration.
  ///   - compile: Compiles a statement.
  /// - Throws: ``DatabaseError`` if a trigger of the schema can't run.
  func checkTriggers(
    among all: [Trigger], besides broken: Set<SQLName>, compile: (String) throws -> Void
  ) throws {
    for trigger in triggers {
      let sql = trigger.firingSQL(in: self)
      if sql.isEmpty { continue }
      do {
        try compile(sql)
      } catch let error as DatabaseError {
        // The statement also fires the triggers of other programs.
        let isOurs = all.allSatisfy { other in
          !other.table.isSameName(as: trigger.table)
            || triggers.contains { $0.name.isSameName(as: other.name) }
        }
        let wasBroken = broken.contains(SQLName(trigger.name))
        if isOurs && !wasBroken || error.message.starts(withBytes: "unsafe use of ") { throw error }
      }
    }
  }

  /// Splits the schema into parts, each with the indexes and triggers of its tables and views.
  fileprivate func parts(of size: Int) -> [Schema] {
    if tables.count + views.count + indexes.count + triggers.count <= size { return [self] }
    var parts: [Schema] = []
    var part = Schema()
    var count = 0
    func add(_ name: String) {
      let (indexes, triggers) = (indexes(of: name), triggers(of: name))
      part.indexes += indexes
      part.triggers += triggers
      count += 1 + indexes.count + triggers.count
      if count < size { return }
      parts.append(part)
      (part, count) = (Schema(), 0)
    }
    for table in tables {
      part.tables.append(table)
      add(table.name)
    }
    for view in views {
      part.views.append(view)
      add(view.name)
    }
    let known = Set((tables.map(\.name) + views.map(\.name)).map { SQLName($0) })
    part.virtualTables = virtualTables
    part.indexes += indexes.filter { !known.contains(SQLName($0.table)) }
    part.triggers += triggers.filter { !known.contains(SQLName($0.table)) }
    part.unreadable = unreadable
    return parts + [part]
  }

  /// Returns the view or trigger in whose SQL SQLite can't change a name, with the triggers of the
  /// view; nil if the error does not name one.
  fileprivate func objects(refusingRename message: String) -> Set<SQLName>? {
    func isMeant(_ kind: String, _ name: String) -> Bool {
      message.starts(withBytes: "error in \(kind) \(name):")
        || message.starts(withBytes: "error in \(kind) \(name) after rename:")
    }
    if let trigger = triggers.first(where: { isMeant("trigger", $0.name) }) {
      return [SQLName(trigger.name)]
    }
    guard let view = views.first(where: { isMeant("view", $0.name) }) else { return nil }
    let own = triggers.filter { $0.table.isSameName(as: view.name) }
    return Set(([view.name] + own.map(\.name)).map { SQLName($0) })
  }
}

extension Schema.Trigger {
  /// Returns the trigger on its table's new name and for the new names of columns. Its statements
  /// are unchanged.
  fileprivate func renamed(_ plan: RenamePlan) -> Self {
    guard let names = plan.tables.first(where: { $0.found.isSameName(as: table) }) else {
      return self
    }
    var trigger = self
    if !names.wanted.isSameName(as: table) { trigger.table = names.wanted }
    trigger.columns = columns.map { column in
      let new = names.columns.first { $0.value.isSameName(as: column) }?.key.text ?? column
      return new.isSameName(as: column) ? column : new
    }
    return trigger
  }
}
