import ORMCore
import ORMSchema

extension Connection {
  @_documentation(visibility: internal)
  public func createSources(_ sources: [any TableOrView.Type], ifNotExists: Bool) throws {
    try checkDeclarations(of: sources.compactMap { $0 as? any DatabaseTable.Type })
    try transaction {
      let existing = ifNotExists ? try checkExisting(sources) : ExistingSources()
      // If an index's triggers were dropped with its table, it has missed the writes to the new
      // table.
      let newIndexes = try sources.compactMap { $0 as? any FullTextIndex.Type }
        .filter { index in
          try ([index.tableName] + index.triggers.map(\.name)).contains {
            try !SchemaReader(values).hasObject(named: $0)
          }
        }
      let newTables = sources.compactMap { $0 as? any DatabaseTable.Type }
        .filter { !existing.names.contains(SQLName($0.tableName)) }
      for source in sources {
        for sql in try source.createStatements(ifNotExists: ifNotExists) { try define(sql) }
      }
      let isFirst = !existing.names.contains(SQLName(Schema.columnsTable))
      let marks = try creationMarks(of: newTables).merging(existing.marks) { new, _ in new }
      try record(
        newTables.map { $0.schema } + existing.unrecorded, isFirst: isFirst, created: marks)
      // SQLite checks a view only when it is first read, which is late to report a mistake.
      for source in sources where source is any DatabaseView.Type {
        _ = try prepare(source.selectSQL)
      }
      for index in newIndexes { try run(.rebuild, on: index) }
      try createTriggers(sources.flatMap { $0.triggers }, ifNotExists: ifNotExists)
    }
  }

  /// The marks of newly created tables, with the stored texts of their indexes and triggers.
  private func creationMarks(
    of tables: [any DatabaseTable.Type]
  ) throws -> [SQLName: CreationMark] {
    var marks: [SQLName: CreationMark] = [:]
    for table in tables {
      let schema = table.schema
      let triggers = try table.triggers.filter { !$0.isTemporary }
        .map { try $0.createSQL(ifNotExists: false) }
      marks[SQLName(schema.name)] = CreationMark(
        statements: schema.indexes.map { $0.createSQL(on: schema.name) } + triggers)
    }
    return marks
  }

  @_documentation(visibility: internal)
  public func define(_ sql: String) throws {
    // SQLite compiles a `DROP … IF EXISTS` of a missing object to a statement that reads.
    try checkWriting(sql: sql)
    try prepare(sql).run()
  }

  @_documentation(visibility: internal)
  public func createTriggers(_ triggers: [Trigger], ifNotExists: Bool) throws {
    for trigger in triggers { try define(trigger.createSQL(ifNotExists: ifNotExists)) }
    // SQLite checks a trigger only when it is first fired, which is late to report a mistake.
    for trigger in triggers { _ = try prepare("EXPLAIN \(trigger.firingSQL)") }
  }

  @_documentation(visibility: internal)
  public func undeclaredTriggers(of view: any TableOrView.Type) throws -> [String] {
    try SchemaReader(values).triggers(of: view.tableName).compactMap { trigger in
      let isDeclared = view.triggers.contains {
        $0.isTemporary == trigger.isTemporary && $0.name.isSameName(as: trigger.name)
      }
      if isDeclared { return nil }
      if !trigger.isTemporary { return trigger.sql }
      // SQLite stores the text without `TEMP`.
      // Characters: a word of ASCII letters, followed by a space
      return "CREATE TEMP" + trigger.sql.dropFirst("CREATE".count)
    }
  }
}
