/// One connection to a database of any engine, and the verbs on it.
///
/// Verbs are written once, as extensions of this protocol and of ``SQLDatabase``, on top of what is
/// required here. Code that uses no feature of one engine can be written for all of them:
///
/// ```swift
/// func rename<Connection: SQLConnection>(_ album: Album, on db: isolated Connection) throws {
///   try db.update(album, columns: \.title)
///   // UPDATE "album" SET "title" = $1 WHERE "id" = $2
/// }
/// ```
///
/// What is required is for engines to write and for verbs to call.
public protocol SQLConnection: RowFetching, RowInserting {
  /// The statement that does `operation` on the table, prepared when it is first asked for.
  @_documentation(visibility: internal)
  func statement<T: TableOrView>(_ operation: TableOperation, for table: T.Type) throws -> Prepared
  /// The statement that does `operation` on a table that can be written to now.
  @_documentation(visibility: internal)
  func writingStatement<T: TableOrView>(
    _ operation: TableOperation, for table: T.Type
  ) throws -> Prepared
  /// Whether at most one row of the table has a key. Asked for a write that is done as one that
  /// fires triggers.
  @_documentation(visibility: internal)
  func isKeyUnique<T: KeyedTable>(of table: T.Type) throws -> Bool
  /// The statement that does `operation` with some columns of the table, whose text is written when
  /// one of these columns is first asked for.
  @_documentation(visibility: internal)
  func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, _ columns: ChosenColumns
  ) throws -> ColumnStatement<Prepared>
  /// The statement that was remembered for these very key paths; nil if none was.
  @_documentation(visibility: internal)
  func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, at keyPaths: [AnyKeyPath]
  ) throws -> ColumnStatement<Prepared>?
  /// Keeps in mind by which key paths the columns of a statement were named, so that they need not
  /// be asked for their names again.
  @_documentation(visibility: internal)
  func remember<T: DatabaseTable>(
    _ keyPaths: [AnyKeyPath], of table: T.Type, for operation: ColumnOperation, _ names: [String])
  /// The statement of a typed write, with its values bound, if one that differs in nothing but
  /// values ran a moment ago; nil if its text has to be written.
  func bound<T: DatabaseTable>(_ write: RowsWrite, of table: T.Type) throws -> Prepared?
  /// Whether one ran a moment ago.
  func knows<T: DatabaseTable>(_ write: RowsWrite, of table: T.Type) throws -> Bool
  /// The same, of an insert of one row, or of what a query gives.
  func bound<T: DatabaseTable>(_ insert: InsertNode, of table: T.Type) throws -> Prepared?
  /// Whether one ran a moment ago.
  func knows<T: DatabaseTable>(_ insert: InsertNode, of table: T.Type) throws -> Bool
  /// Keeps a statement that was just prepared for writes that differ from this one in nothing but
  /// values.
  func remember<T: DatabaseTable>(_ write: WriteNode, of table: T.Type, as statement: Statement)
  /// The statement of SQL that only reads, with its values bound, if SQL that differs in nothing
  /// but values ran a moment ago; nil if its text has to be written.
  func bound(_ sql: SQL) throws -> Prepared?
  /// Keeps a statement that was just prepared, and reads, for SQL that differs from this in nothing
  /// but values.
  func remember(_ sql: SQL, as statement: Statement)

  /// Runs `body` in a transaction, or in a nested one: what it did is kept when it returns, and
  /// undone when it throws.
  @discardableResult
  func transaction<Result>(_ body: () throws -> Result) throws -> Result

  /// Runs `body` on one state of the database, which it can't change.
  func read<Result>(_ body: () throws -> Result) throws -> Result
  /// Undoes the transaction, or the nested one, when its body returns, and hands on what it
  /// will return.
  func rollback<Result>(returning result: Result) -> Result

  /// How many rows the last `INSERT`, `UPDATE` or `DELETE` changed itself, without its triggers.
  var changeCount: Int { get }
  /// How many parameters a statement that inserts several rows may have.
  @_documentation(visibility: internal)
  var batchParameterLimit: Int { get }
  /// Whether this is the name of a view, whose changes no engine counts.
  @_documentation(visibility: internal)
  func isView(_ name: String) -> Bool
  /// Whether the statement can run here and give rows; a reader has to leave one that writes to the
  /// writer.
  @_documentation(visibility: internal)
  func canRead(_ sql: String) throws -> Bool
  /// Runs a query that is not kept and that no hook sees, and returns its rows without a type.
  @_documentation(visibility: internal)
  func values(of query: Statement) throws -> [[SQLValue]]

  /// Runs statements that the program did not ask for, of which it is not warned.
  @_documentation(visibility: internal)
  func withoutWarnings<Result>(_ body: () throws -> Result) rethrows -> Result

  /// Runs a statement that writes, where what triggers do of it need not be looked at.
  ///
  /// - Throws: also if there are triggers: what was done is undone then, and
  ///   ``write(by:_:triggered:)`` does it in the other way.
  @_documentation(visibility: internal)
  func runUntriggered(_ statement: Prepared) throws
  /// Does a write by `direct`, or by `triggered` where the statement fires triggers, whose effects
  /// have to be looked at.
  @_documentation(visibility: internal)
  func write<Result>(
    by statement: Prepared, _ direct: () throws -> Result, triggered: () throws -> Result
  ) throws -> Result

  /// Runs an insert that was prepared earlier.
  ///
  /// - Returns: false if the schema has changed since. In that case nothing was done, and the
  ///   insert has to be prepared again.
  @_documentation(visibility: internal)
  func runKnown(_ insert: Prepared) throws -> Bool
  /// Runs an insert by `insert`, as ``runKnown(_:)`` does.
  ///
  /// - Returns: nil if the schema has changed since the insert was prepared.
  @_documentation(visibility: internal)
  func unlessOutdated<Result>(
    _ statement: Prepared, _ insert: () throws -> Result
  ) throws -> Result?
  /// Runs an insert by `insert`, unless the insert leaves its key to a database that does not
  /// generate it.
  ///
  /// - Parameters:
  ///   - readsKey: Whether the insert returns the key. If not, a trigger may set the key.
  ///   - leavesKey: Returns whether the insert stores NULL in this column. Called only if the
  ///     database does not generate the key.
  /// - Throws: ``KeyNotGivenError``
  @_documentation(visibility: internal)
  func givingKey<T: DatabaseTable, Result>(
    of table: T.Type, by statement: Prepared, readsKey: Bool,
    leavesKey: (_ column: String) throws -> Bool, _ insert: () throws -> Result
  ) throws -> Result
  /// Whether an upsert that writes these columns can fail for an existing row, because of a column
  /// that it leaves out: SQLite checks NOT NULL and CHECK before the conflict.
  ///
  /// - Parameter again: Whether to look at the table again, even if the answer is cached.
  @_documentation(visibility: internal)
  func needsUpdateFirst<T: KeyedTable>(
    _ table: T.Type, writing columns: [String], again: Bool
  ) throws -> Bool

  /// Inserts a row of which no column is left to the database but its key.
  ///
  /// - Returns: the row as a fetch would return it.
  @_documentation(visibility: internal)
  func insertRow<T: DatabaseTable>(_ value: consuming T) throws -> T
  /// Inserts a draft of which no column is left to the database but its key.
  ///
  /// - Returns: the row as a fetch would return it.
  @_documentation(visibility: internal)
  func insertRow<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target
  /// Inserts a row of which these columns are given.
  ///
  /// - Parameters:
  ///   - values: Those of the columns.
  ///   - write: What is written, if known.
  /// - Returns: the row as a fetch would return it.
  /// - Throws: ``RowNotKeptError`` if no row was written.
  @_documentation(visibility: internal)
  func insertedRow<T: DatabaseTable>(
    _ type: T.Type, naming columns: ChosenColumns, _ values: [SQLValue],
    _ write: @autoclosure () -> FailedWrite
  ) throws -> T
  /// Runs an `INSERT … RETURNING` of all columns.
  ///
  /// - Parameter write: What is written, if known.
  /// - Returns: the row as a fetch would return it.
  /// - Throws: ``RowNotKeptError`` if no row was written.
  @_documentation(visibility: internal)
  func insertedRow<T: DatabaseTable>(
    _ type: T.Type, by statement: Prepared, _ arguments: [SQLValue],
    _ write: @autoclosure () -> FailedWrite
  ) throws -> T
  /// Inserts rows that wait for nothing from the database, by statements of several rows each.
  ///
  /// - Returns: whether that was possible; nothing is inserted otherwise.
  @_documentation(visibility: internal)
  func insertBatches<T: DatabaseTable>(_ values: [T]) throws -> Bool
  /// Inserts rows that wait for their keys by statements of several rows each.
  ///
  /// - Returns: the rows with their keys, or nil if that was not possible and nothing is inserted.
  @_documentation(visibility: internal)
  func insertGivingKeys<T: KeyedTable>(_ values: [T]) throws -> [T]?
  /// Inserts drafts by statements of several rows each.
  ///
  /// - Returns: the rows with their keys, or nil if that was not possible and nothing is inserted.
  @_documentation(visibility: internal)
  func insertGivingKeys<Draft: TableDraft>(_ drafts: [Draft]) throws -> [Draft.Target]?

  /// Calls `body` with each row of a query, one after the other.
  ///
  /// ```swift
  /// try db.forEach(Album.all) { album in try export(album) }
  /// ```
  ///
  /// On a ``Connection``, no more than one row is in memory, and `body` may run other statements;
  /// ``Connection/withCursor(_:_:)`` can also stop early. Rows with lists (``Many``) come in
  /// batches of a few hundred, as each batch is when it is read. An engine that can't read rows one
  /// by one fetches them first.
  ///
  /// - Throws: what `body` throws; ``DatabaseError``; ``RowDecodingError``.
  func forEach<Query: SelectStatement>(
    _ query: Query, _ body: (Query.Output) throws -> Void
  ) throws
  /// Calls `body` with each row of SQL of your own, its columns found by name; see
  /// ``forEach(_:_:)``.
  func forEach<T: RowDecodable>(
    _ type: T.Type, sql: SQL, _ body: (T) throws -> Void
  ) throws
  /// Calls `body` with each value of a result that has one column; see ``forEach(_:_:)``.
  func forEach<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL,
    _ body: (Representation.Value) throws -> Void
  ) throws

  /// Runs a statement of the user's.
  ///
  /// - Returns: how many rows it changed itself, without triggers.
  @_documentation(visibility: internal)
  func runText(_ statement: Statement) throws -> Int
  /// Runs SQL of the user's; see ``runText(_:)-(Statement)``.
  @_documentation(visibility: internal)
  func runText(_ sql: SQL) throws -> Int
  /// Runs the statements of a script of the caller's, one after the other.
  @_documentation(visibility: internal)
  func runScript(_ script: Statement) throws
  /// Runs the statements of a script in a transaction that the verb has begun for this script
  /// alone.
  @_documentation(visibility: internal)
  func runWholeScript(_ script: Statement) throws
  /// Runs a `CREATE` or a `DROP`, which is not kept for another time.
  @_documentation(visibility: internal)
  func define(_ sql: String) throws
  /// Creates tables and views, all or none of them, with what belongs to them.
  @_documentation(visibility: internal)
  func createSources(_ sources: [any TableOrView.Type], ifNotExists: Bool) throws
  /// Creates triggers, in a transaction that is open.
  @_documentation(visibility: internal)
  func createTriggers(_ triggers: [Trigger], ifNotExists: Bool) throws
  /// The `CREATE` of each trigger of a view that its struct does not declare.
  @_documentation(visibility: internal)
  func undeclaredTriggers(of view: any TableOrView.Type) throws -> [String]

  /// Adds to an error of the database what can be found out about it.
  ///
  /// - Parameter write: What was to be written.
  @_documentation(visibility: internal)
  func diagnose(
    _ error: DatabaseError, of table: any DatabaseTable.Type, _ write: () throws -> FailedWrite
  ) -> DatabaseError
}

// MARK: - What follows from the rest

@_documentation(visibility: internal)
extension SQLConnection {
  public func isKeyUnique<T: KeyedTable>(of table: T.Type) throws -> Bool { true }

  public func writingStatement<T: TableOrView>(
    _ operation: TableOperation, for table: T.Type
  ) throws -> Prepared {
    try statement(operation, for: table)
  }

  public func bound(_ query: SelectNode, asking question: QueryQuestion) throws -> Prepared {
    try bound(query.tree(for: question).statement)
  }

  public func bound<T: DatabaseTable>(_ write: RowsWrite, of table: T.Type) throws -> Prepared? {
    nil
  }

  public func knows<T: DatabaseTable>(_ write: RowsWrite, of table: T.Type) throws -> Bool {
    false
  }

  public func bound<T: DatabaseTable>(
    _ insert: InsertNode, of table: T.Type
  ) throws -> Prepared? {
    nil
  }

  public func knows<T: DatabaseTable>(_ insert: InsertNode, of table: T.Type) throws -> Bool {
    false
  }

  public func remember<T: DatabaseTable>(
    _ write: WriteNode, of table: T.Type, as statement: Statement
  ) {}

  public func bound(_ sql: SQL) throws -> Prepared? { nil }
  public func remember(_ sql: SQL, as statement: Statement) {}

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

  public func runText(_ sql: SQL) throws -> Int { try runText(sql.statement()) }

  public func runText(_ statement: Statement) throws -> Int {
    try bound(statement).run()
    return changeCount
  }

  public func runWholeScript(_ script: Statement) throws { try runScript(script) }

  public func define(_ sql: String) throws { try checkedStatement(sql).run() }

  public func createSources(_ sources: [any TableOrView.Type], ifNotExists: Bool) throws {
    try transaction {
      for source in sources {
        for sql in try source.createStatements(ifNotExists: ifNotExists) { try define(sql) }
      }
      try createTriggers(sources.flatMap { $0.triggers }, ifNotExists: ifNotExists)
    }
  }

  public func createTriggers(_ triggers: [Trigger], ifNotExists: Bool) throws {
    for trigger in triggers { try define(trigger.createSQL(ifNotExists: ifNotExists)) }
  }

  public func undeclaredTriggers(of view: any TableOrView.Type) throws -> [String] { [] }

  public func diagnose(
    _ error: DatabaseError, of table: any DatabaseTable.Type, _ write: () throws -> FailedWrite
  ) -> DatabaseError {
    error
  }
}

// MARK: - For the verbs

extension SQLConnection {
  @inlinable
  package func bind<T: KeyedTable>(key: T.Key, of table: T.Type, to statement: Prepared) throws {
    do {
      try statement.bind(key, by: KeyParameters<T>.self)
    } catch {
      throw described(error, of: table, key: key)
    }
  }

  /// Runs a statement whose parameters are those of ``DatabaseTable/insertSQL`` and that fires no
  /// triggers.
  @inlinable
  package func run<T: DatabaseTable>(_ statement: Prepared, writing value: T) throws {
    do {
      try statement.bind(value, by: RowParameters<T>.self)
      try runUntriggered(statement)
    } catch {
      throw described(error, of: T.self) { try value.bind(to: &$0) }
    }
  }
}
