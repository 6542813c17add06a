@_documentation(visibility: internal)
extension SQLConnection {
  public func isKeyUnique<T: KeyedTable>(of table: T.Type) throws -> Bool { true }

  public func statement<T: TableOrView>(
    _ operation: TableOperation, for table: T.Type
  ) throws -> Prepared {
    try checkedStatement(operation.sql(for: table), of: table)
  }

  public func writingStatement<T: TableOrView>(
    _ operation: TableOperation, for table: T.Type
  ) throws -> Prepared {
    try statement(operation, for: table)
  }

  public func values(of query: Statement) throws -> [[SQLValue]] {
    let statement = try bound(query)
    return try statement.rows(by: AllColumns(count: statement.columnNames.count))
  }

  public var batchParameterLimit: Int { EngineLimits.sqlite.batchParameters }
  public func isView(_ name: String) -> Bool { false }
  public func withoutWarnings<Result>(_ body: () throws -> Result) rethrows -> Result {
    try body()
  }
  public func runUntriggered(_ statement: Prepared) throws { try statement.run() }

  public func write<Result>(
    by statement: Prepared, _ direct: () throws -> Result, triggered: () throws -> Result
  ) throws -> Result {
    try direct()
  }

  public func runKnown(_ insert: Prepared) throws -> Bool {
    try insert.run()
    return true
  }

  public func unlessOutdated<Result>(
    _ statement: Prepared, _ insert: () throws -> Result
  ) throws -> Result? {
    try insert()
  }

  public func givingKey<T: DatabaseTable, Result>(
    of table: T.Type, by statement: Prepared, readsKey: Bool,
    leavesKey: (_ column: String) throws -> Bool, _ insert: () throws -> Result
  ) throws -> Result {
    try insert()
  }

  public func needsUpdateFirst<T: KeyedTable>(
    _ table: T.Type, writing columns: [String], again: Bool
  ) throws -> Bool {
    T.schema.columns.contains { column in
      column.generated == nil && !column.isNullable && column.defaultSQL == nil
        && !columns.contains(name: column.name)
    }
  }

  public func insertRow<T: DatabaseTable>(_ value: consuming T) throws -> T {
    try insertReadingBack(value)
  }

  public func insertRow<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target {
    try insertReadingBack(draft)
  }

  public func insertedRow<T: DatabaseTable>(
    _ type: T.Type, naming columns: ChosenColumns, _ values: [SQLValue],
    _ write: @autoclosure () -> FailedWrite
  ) throws -> T {
    let insert = try columnStatement(.insertReadingBack, of: type, columns)
    return try insertedRow(type, by: insert.statement, values, write())
  }

  public func insertedRow<T: DatabaseTable>(
    _ type: T.Type, by statement: Prepared, _ arguments: [SQLValue],
    _ write: @autoclosure () -> FailedWrite
  ) throws -> T {
    try transaction {
      do {
        try statement.bind(arguments)
        guard let row = try statement.rows(of: type).first else {
          throw RowNotKeptError(table: T.tableName)
        }
        return row
      } catch {
        throw described(error, of: type, write())
      }
    }
  }

  public func insertBatches<T: DatabaseTable>(_ values: [T]) throws -> Bool { false }
  public func insertGivingKeys<T: KeyedTable>(_ values: [T]) throws -> [T]? { nil }
  public func insertGivingKeys<Draft: TableDraft>(_ drafts: [Draft]) throws -> [Draft.Target]? {
    nil
  }

  public func runText(_ sql: SQL) throws -> Int { try runText(sql.statement(in: dialect)) }

  public func runText(_ statement: Statement) throws -> Int {
    try bound(statement).run()
    return changeCount
  }

  public func runWholeScript(_ script: Statement) throws { try runScript(script) }

  public func define(_ sql: String) throws { try checkedStatement(sql).run() }

  public func createSources(_ sources: [any TableOrView.Type], ifNotExists: Bool) throws {
    try transaction {
      for source in sources {
        for sql in try source.createStatements(ifNotExists: ifNotExists, dialect) {
          try define(sql)
        }
      }
      try createTriggers(sources.flatMap { $0.triggers }, ifNotExists: ifNotExists)
    }
  }

  public func createTriggers(_ triggers: [Trigger], ifNotExists: Bool) throws {
    if !triggers.isEmpty { try dialect.checkDefines("CREATE TRIGGER") }
    for trigger in triggers { try define(trigger.createSQL(ifNotExists: ifNotExists)) }
  }

  public func undeclaredTriggers(of view: any TableOrView.Type) throws -> [String] { [] }

  public func diagnose(
    _ error: DatabaseError, of table: any DatabaseTable.Type, _ write: () throws -> FailedWrite
  ) -> DatabaseError {
    error
  }
}
