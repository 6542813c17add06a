/// A connection to a database of any engine.
///
/// The operations, such as `fetch` and `insert`, are extensions of this protocol and of
/// ``SQLDatabase``. Code that uses no feature of a specific engine can be written for all of them:
///
/// ```swift
/// func rename<Connection: SQLConnection>(_ album: Album, on db: isolated Connection) throws {
///   try db.update(album, columns: \.title)
///   // UPDATE "album" SET "title" = $1 WHERE "id" = $2
/// }
/// ```
///
/// The requirements are implemented by engines and called by the operations.
public protocol SQLConnection: RowFetching, RowInserting {
  // MARK: Every engine implements

  /// Runs `body` in a transaction, or in a nested transaction if one is open. The transaction is
  /// committed when `body` returns, and rolled back when `body` throws.
  @discardableResult
  func transaction<Result>(_ body: () throws -> Result) throws -> Result

  /// Runs `body` on one snapshot of the database, without write access.
  func read<Result>(_ body: () throws -> Result) throws -> Result

  /// Makes the current transaction, or nested transaction, roll back when its body returns.
  ///
  /// - Returns: `result`, for the body to return.
  func rollback<Result>(returning result: Result) -> Result

  /// The number of rows that the last `INSERT`, `UPDATE` or `DELETE` itself changed, without those
  /// that its triggers changed.
  var changeCount: Int { get }

  /// Returns whether the statement only reads, and so can run on this connection even if it is a
  /// reader.
  @_documentation(visibility: internal)
  func canRead(_ sql: String) throws -> Bool

  /// Runs the statements of a raw SQL script in order.
  @_documentation(visibility: internal)
  func runScript(_ script: Statement) throws

  // The requirements below have default implementations. An engine overrides them if it can do
  // better.

  // MARK: Statements of tables

  /// Returns the statement that does `operation` on the table. It is prepared on first use.
  @_documentation(visibility: internal)
  func statement<T: TableOrView>(_ operation: TableOperation, for table: T.Type) throws -> Prepared

  /// Returns the statement that does `operation`, after checking that the connection may write now.
  @_documentation(visibility: internal)
  func writingStatement<T: TableOrView>(
    _ operation: TableOperation, for table: T.Type
  ) throws -> Prepared

  /// Returns the statement that does `operation` with some columns of the table. Its SQL is built
  /// on first use of these columns.
  @_documentation(visibility: internal)
  func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, _ columns: ChosenColumns
  ) throws -> ColumnStatement<Prepared>

  /// Returns the statement that is cached for these key path objects; nil if it is not cached.
  @_documentation(visibility: internal)
  func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, at keyPaths: [AnyKeyPath]
  ) throws -> ColumnStatement<Prepared>?

  /// Caches the key paths that named the columns of a statement, to avoid looking up the names
  /// again.
  @_documentation(visibility: internal)
  func remember<T: DatabaseTable>(
    _ keyPaths: [AnyKeyPath], of table: T.Type, for operation: ColumnOperation, _ names: [String])

  /// The statement cache of the connection. The default is nil: no statement is cached.
  @_documentation(visibility: internal)
  var statementCache: StatementCache<Prepared>? { get }

  /// Returns the cached statement with a key, with its arguments bound; nil if it is not cached.
  ///
  /// - Parameters:
  ///   - readsOnly: Whether the statement must be read-only.
  ///   - write: Writes the key, and returns whether there is one.
  ///   - render: Renders the statement, for the check of keys in debug builds.
  @_documentation(visibility: internal)
  func cachedStatement(
    readsOnly: Bool, by write: (inout StatementKeyWriter) -> Bool,
    checkedBy render: () throws -> Statement?
  ) throws -> Prepared?

  /// Returns whether the statement of an insert into the table may be used for other values.
  @_documentation(visibility: internal)
  func canCacheInserts<T: DatabaseTable>(into table: T.Type) -> Bool

  // MARK: Inserts

  /// Inserts a row in which the database fills at most the key.
  ///
  /// - Returns: The row as a fetch would return it.
  @_documentation(visibility: internal)
  func insertRow<T: DatabaseTable>(_ value: consuming T) throws -> T

  /// Inserts a draft in which the database fills only the key.
  ///
  /// - Returns: The row as a fetch would return it.
  @_documentation(visibility: internal)
  func insertRow<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target

  /// Inserts a row with values for these columns.
  ///
  /// - Parameters:
  ///   - values: The values of the columns.
  ///   - write: A description of the write, for errors.
  /// - Returns: The row as a fetch would return it.
  /// - Throws: ``RowNotKeptError`` if no row was written.
  @_documentation(visibility: internal)
  func insertedRow<T: DatabaseTable>(
    _ type: T.Type, naming columns: ChosenColumns, _ values: [SQLValue],
    _ write: @autoclosure () -> FailedWrite
  ) throws -> T

  /// Runs an `INSERT … RETURNING` of all columns.
  ///
  /// - Parameter write: A description of the write, for errors.
  /// - Returns: The row as a fetch would return it.
  /// - Throws: ``RowNotKeptError`` if no row was written.
  @_documentation(visibility: internal)
  func insertedRow<T: DatabaseTable>(
    _ type: T.Type, by statement: Prepared, _ arguments: [SQLValue],
    _ write: @autoclosure () -> FailedWrite
  ) throws -> T

  /// Inserts rows in which the database fills no column, with statements that insert several rows.
  ///
  /// - Returns: Whether the rows were inserted; false, with nothing inserted, if that is not
  ///   possible.
  @_documentation(visibility: internal)
  func insertBatches<T: DatabaseTable>(_ values: [T]) throws -> Bool

  /// Inserts rows without keys, with statements that insert several rows.
  ///
  /// - Returns: The rows with their keys; nil, with nothing inserted, if that is not possible.
  @_documentation(visibility: internal)
  func insertGivingKeys<T: KeyedTable>(_ values: [T]) throws -> [T]?

  /// Inserts drafts, with statements that insert several rows.
  ///
  /// - Returns: The rows with their keys; nil, with nothing inserted, if that is not possible.
  @_documentation(visibility: internal)
  func insertGivingKeys<Draft: TableDraft>(_ drafts: [Draft]) throws -> [Draft.Target]?

  /// Runs `insert`, unless it leaves the key to a database that does not generate it.
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

  /// Runs an insert that was prepared earlier.
  ///
  /// - Returns: False if the schema has changed since the insert was prepared. In that case nothing
  ///   was done, and the insert has to be prepared again.
  @_documentation(visibility: internal)
  func runKnown(_ insert: Prepared) throws -> Bool

  /// Runs `insert`, unless the schema has changed, as ``runKnown(_:)`` does.
  ///
  /// - Returns: Nil if the schema has changed since the insert was prepared.
  @_documentation(visibility: internal)
  func unlessOutdated<Result>(
    _ statement: Prepared, _ insert: () throws -> Result
  ) throws -> Result?

  /// Whether an upsert that writes these columns can fail for an existing row, because of a column
  /// that it leaves out: SQLite checks NOT NULL and CHECK before the conflict.
  ///
  /// - Parameter again: Whether to look at the table again, even if the answer is cached.
  @_documentation(visibility: internal)
  func needsUpdateFirst<T: KeyedTable>(
    _ table: T.Type, writing columns: [String], again: Bool
  ) throws -> Bool

  /// The maximum number of parameters of a statement that inserts several rows.
  @_documentation(visibility: internal)
  var batchParameterLimit: Int { get }

  // MARK: Triggers, views and keys

  /// Returns whether at most one row of the table can have a key. Called before a write that is run
  /// as one that fires triggers.
  @_documentation(visibility: internal)
  func isKeyUnique<T: KeyedTable>(of table: T.Type) throws -> Bool

  /// Runs a write without checking what its triggers do.
  ///
  /// - Throws: The errors of the write; an error if the write fires triggers. In that case it is
  ///   rolled back, and ``write(by:_:triggered:)`` runs its `triggered` closure.
  @_documentation(visibility: internal)
  func runUntriggered(_ statement: Prepared) throws

  /// Runs `direct`, or `triggered` if the statement fires triggers, whose effects have to be
  /// checked.
  @_documentation(visibility: internal)
  func write<Result>(
    by statement: Prepared, _ direct: () throws -> Result, triggered: () throws -> Result
  ) throws -> Result

  /// Returns whether this is the name of a view, whose changes are not counted.
  @_documentation(visibility: internal)
  func isView(_ name: String) -> Bool

  // MARK: Rows and raw SQL

  /// Calls `body` with each row of a query, in order.
  ///
  /// ```swift
  /// try db.forEach(Album.all) { album in try export(album) }
  /// ```
  ///
  /// On a ``Connection``, only one row at a time is in memory, and `body` may run other statements.
  /// To stop early, use ``Connection/withCursor(_:_:)``. Rows with lists (``ToMany``) are read in
  /// batches of a few hundred, each with its own snapshot. An engine that can't read rows one by
  /// one first fetches all of them.
  ///
  /// - Throws: The errors of `body`; ``DatabaseError``; ``RowDecodingError``.
  func forEach<Query: SelectStatement>(
    _ query: Query, _ body: (Query.Output) throws -> Void
  ) throws

  /// Calls `body` with each row of raw SQL, whose columns are found by name; see
  /// ``forEach(_:_:)``.
  func forEach<T: RowDecodable>(
    _ type: T.Type, sql: SQL, _ body: (T) throws -> Void
  ) throws

  /// Calls `body` with each value of raw SQL that selects one column; see ``forEach(_:_:)``.
  func forEach<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL,
    _ body: (Representation.Value) throws -> Void
  ) throws

  /// Runs a query that is neither cached nor shown to hooks, and returns its rows without a type.
  @_documentation(visibility: internal)
  func values(of query: Statement) throws -> [[SQLValue]]

  /// Runs a raw SQL statement.
  ///
  /// - Returns: The number of rows that the statement itself changed, without those that its
  ///   triggers changed.
  @_documentation(visibility: internal)
  func runText(_ statement: Statement) throws -> Int

  /// Runs raw SQL; see ``runText(_:)-(Statement)``.
  @_documentation(visibility: internal)
  func runText(_ sql: SQL) throws -> Int

  /// Runs the statements of a script in a transaction that was begun for this script alone.
  @_documentation(visibility: internal)
  func runWholeScript(_ script: Statement) throws

  /// Runs `body` without warnings about its statements, because the library wrote them.
  @_documentation(visibility: internal)
  func withoutWarnings<Result>(_ body: () throws -> Result) rethrows -> Result

  // MARK: Definitions

  /// Runs a `CREATE` or a `DROP`, which is not cached.
  @_documentation(visibility: internal)
  func define(_ sql: String) throws

  /// Creates tables and views, all or none of them, with their indexes and triggers.
  @_documentation(visibility: internal)
  func createSources(_ sources: [any TableOrView.Type], ifNotExists: Bool) throws

  /// Creates triggers in the transaction that is open.
  @_documentation(visibility: internal)
  func createTriggers(_ triggers: [Trigger], ifNotExists: Bool) throws

  /// Returns the `CREATE TRIGGER` of each trigger of a view that its struct does not declare.
  @_documentation(visibility: internal)
  func undeclaredTriggers(of view: any TableOrView.Type) throws -> [String]

  // MARK: Errors

  /// Adds the table, the columns and the keys to an error of the database, if they can be found.
  ///
  /// - Parameter write: Returns a description of the failed write.
  @_documentation(visibility: internal)
  func diagnose(
    _ error: DatabaseError, of table: any DatabaseTable.Type, _ write: () throws -> FailedWrite
  ) -> DatabaseError
}

// MARK: - Shared by the operations

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
