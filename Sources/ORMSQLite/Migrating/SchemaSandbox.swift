import ORMCore
import ORMSchema

/// A database in memory in which a schema is tried out: SQLite itself says what it makes of
/// statements and of renames.
struct SchemaSandbox {
  private let owner: ConnectionHandle
  private let failure = SwiftFunctionError()

  init(_ configuration: Configuration, _ extensions: ExtensionRegistry) throws {
    owner = try ConnectionHandle(path: ":memory:", for: .creating)
    // What it does to a database of its own may not work in one that is empty: what matters
    // are functions and collations.
    _ = try? configuration.prepare(owner.pointer)
    raw.setDoubleQuotedStrings(true)
    raw.setForeignKeys(false)
    if configuration.trustsSchema { try raw.execute("PRAGMA trusted_schema = ON") }
    try DecimalFunctions.register(on: owner.pointer, failure: failure)
    for (_, addition) in extensions.additions(after: 0) {
      try addition.register(on: owner.pointer, failure: failure)
    }
  }

  private var raw: RawConnection { RawConnection(owner.pointer) }

  func register(_ functions: [FunctionDefinition]) throws {
    for function in functions { try function.register(on: owner.pointer, failure: failure) }
  }

  /// - Throws: ``DatabaseError``
  func run(_ sql: String) throws { try raw.execute(sql) }

  /// The schema that the database has now.
  func schema() throws -> Schema {
    let reader = SchemaReader { query in
      // No text of it is empty.
      try raw.texts(query.sql).map { row in row.map { $0.isEmpty ? .null : .text($0) } }
    }
    return Schema(reading: try reader.entries())
  }

  /// The views that can be read from and the triggers that can run.
  func working(of schema: Schema) -> Set<SQLName> {
    var working: Set<SQLName> = []
    for view in schema.views where compiles("SELECT * FROM main.\(view.name.quotedIdentifier)") {
      working.insert(SQLName(view.name))
    }
    for trigger in schema.triggers {
      let table = "main.\(trigger.table.quotedIdentifier)"
      let column =
        trigger.columns.first
        ?? schema.table(trigger.table)?.columns.first { $0.generated == nil }?.name
      let firing =
        switch trigger.event {
        case .insert: "INSERT INTO \(table) DEFAULT VALUES"
        case .delete: "DELETE FROM \(table)"
        case .update:
          column.map { "UPDATE \(table) SET \($0.quotedIdentifier) = \($0.quotedIdentifier)" } ?? ""
        }
      if compiles(firing) { working.insert(SQLName(trigger.name)) }
    }
    return working
  }

  private func compiles(_ sql: String) -> Bool { (try? raw.texts("EXPLAIN \(sql)")) != nil }

  /// Makes what a database has.
  ///
  /// - Returns: the objects that could not be made here, with the reason.
  func make(_ found: Schema, _ entries: [Schema.Entry]) -> [(name: String, reason: String)] {
    // The tables of virtual ones are made with them.
    let texts = Dictionary(
      entries.map { (SQLName($0.name), $0.sql) }, uniquingKeysWith: { first, _ in first })
    let names =
      found.tables.map(\.name) + found.virtualTables.map(\.name) + found.indexes.map(\.name)
      + found.views.map(\.name) + found.unreadable.map(\.name) + found.triggers.map(\.name)
    var failed: [(String, String)] = []
    for name in names {
      guard let sql = texts[SQLName(name)].flatMap(\.self) else { continue }
      do { try run(sql) } catch { failed.append((name, "\(error)")) }
    }
    return failed
  }

  /// What SQLite makes of a schema that was declared.
  static func reading(
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

  /// Renames what has new names and says what the schema is then.
  ///
  /// - Returns: whether views and triggers had to be out of the way for it.
  func renamed(_ plan: RenamePlan) throws -> (schema: Schema, withoutViews: Bool) {
    if plan.statements.isEmpty { return (try schema(), false) }
    let before = try schema()
    try run("SAVEPOINT renames")
    var withoutViews = false
    do {
      for statement in plan.statements { try run(statement) }
    } catch {
      try run("ROLLBACK TO renames")
      withoutViews = true
      for trigger in before.triggers {
        try run("DROP TRIGGER main.\(trigger.name.quotedIdentifier)")
      }
      for view in before.views { try run("DROP VIEW main.\(view.name.quotedIdentifier)") }
      for statement in plan.statements {
        do {
          try run(statement)
        } catch let error as DatabaseError {
          throw MigrationError(refusing: statement, error)
        }
      }
    }
    var after = try schema()
    if withoutViews {
      // They are made again as they were.
      after.views = before.views
      after.triggers = before.triggers
    }
    try run("ROLLBACK TO renames")
    try run("RELEASE renames")
    return (after, withoutViews)
  }
}
