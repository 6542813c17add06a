extension SQLConnection {
  /// Runs an `INSERT`, an `UPDATE` or a `DELETE`.
  ///
  /// ```swift
  /// try db.run(Album.where { $0.artistID == 1 }.update { $0.plays += 1 })
  /// // UPDATE "album" SET "plays" = "plays" + $1 WHERE "artistID" = $2
  /// ```
  ///
  /// A write that takes several statements runs in one transaction: either all of it is written, or
  /// nothing. With ``ConflictResolution/fail``, the rows before the row that failed are kept.
  ///
  /// - Returns: The number of rows that the write itself changed, without rows that triggers or
  ///   foreign keys changed, or that `REPLACE` deleted; see
  ///   <https://www.sqlite.org/c3ref/changes.html>. Changes to a view are not counted.
  /// - Throws: ``MissingConditionError`` if an update or a delete has no condition;
  ///   ``DatabaseError`` if a constraint forbids a row, a column is read-only, or the call is in a
  ///   `read { }`; ``ValueEncodingError``.
  @inlinable
  @discardableResult
  public func run<Write: WriteStatement>(_ write: Write) throws -> Int {
    let known =
      try write.withRows { try bound($0, of: Write.Target.self) }
      ?? write.withInsert { try bound($0, of: Write.Target.self) }
    guard let known else { return try runWriting(write.node, of: Write.Target.self) }
    do {
      if try runKnown(known) { return changeCount }
    } catch {
      throw described(error, of: Write.Target.self, failing: write.node)
    }
    return try runWriting(write.node, of: Write.Target.self)
  }

  /// Runs a write whose statement is not cached.
  @usableFromInline
  func runWriting<T: DatabaseTable>(_ node: WriteNode, of table: T.Type) throws -> Int {
    let batches = try node.batches(of: table, parameterLimit: batchParameterLimit, in: dialect)
    func run() throws -> Int {
      try batches.reduce(0) { count, batch in
        try self.run(batch, of: node, on: table) { statement in
          if !batch.joinsRelations { cache(batch.statement, of: node, on: table) }
          try statement.run()
        }
        return count + changeCount
      }
    }
    return batches.count > 1
      ? try transaction(keepingRows: node.resolution == .fail, run) : try run()
  }

  @usableFromInline
  @inline(never)
  func described<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, failing write: WriteNode
  ) -> any Error {
    described(
      write.hinting(error), of: table,
      try write.failed(inserting: write.insertedRows[...]) { try self.values(of: $0) })
  }

  /// Runs an `INSERT`, an `UPDATE` or a `DELETE`, and returns the rows of its `RETURNING` clause.
  ///
  /// ```swift
  /// let write = Album.where { $0.artistID == 1 }.update { $0.plays += 1 }
  /// let rows = try db.fetch(write.returning { ($0.id, $0.plays) })
  /// // UPDATE "album" SET "plays" = "plays" + $1 WHERE "artistID" = $2 RETURNING "id", "plays"
  /// ```
  ///
  /// The write runs in one transaction, which is rolled back if a row can't be decoded. If it takes
  /// several statements, their rows are returned in the order of the statements. See ``Returning``
  /// for the state of the rows.
  ///
  /// - Throws: The errors of ``run(_:)``; ``RowDecodingError``.
  public func fetch<T: DatabaseTable, Result: SelectResult>(
    _ write: Returning<T, Result>
  ) throws -> [Result.Output] {
    if let rows = write.rows, hasCached(rows, of: T.self) {
      return try transaction(keepingRows: rows.resolution == .fail) {
        try fetchKnown(write, try bound(rows, of: T.self)) ?? fetchWriting(write)
      }
    }
    if let insert = write.insert, hasCached(insert, of: T.self) {
      return try transaction(keepingRows: insert.resolution == .fail) {
        try fetchKnown(write, try bound(insert, of: T.self)) ?? fetchWriting(write)
      }
    }
    return try fetchWriting(write)
  }

  /// Fetches the rows of a write whose statement is not cached.
  private func fetchWriting<T: DatabaseTable, Result: SelectResult>(
    _ write: Returning<T, Result>
  ) throws -> [Result.Output] {
    let node = write.node
    let batches = try node.batches(of: T.self, parameterLimit: batchParameterLimit, in: dialect)
    if batches.isEmpty { return [] }
    return try transaction(keepingRows: node.resolution == .fail) {
      try batches.flatMap { batch in
        try run(batch, of: node, on: T.self) { statement in
          if !batch.joinsRelations { cache(batch.statement, of: node, on: T.self) }
          return try statement.rows(by: ResultRow<Result>())
        }
      }
    }
  }

  /// Fetches the rows of a write whose statement is cached. A transaction must be open, because
  /// beginning one runs a statement too.
  private func fetchKnown<T: DatabaseTable, Result: SelectResult>(
    _ write: Returning<T, Result>, _ known: Prepared?
  ) throws -> [Result.Output]? {
    guard let known else { return nil }
    do {
      return try unlessOutdated(known) { try known.rows(by: ResultRow<Result>()) }
    } catch {
      throw described(error, of: T.self, failing: write.node)
    }
  }

  /// Runs an `INSERT`, an `UPDATE` or a `DELETE` to its end, and returns the first row of its
  /// `RETURNING` clause.
  ///
  /// ```swift
  /// let id = try db.first(Album.insert { $0.title = "Promise" }.returning { $0.id })
  /// ```
  ///
  /// - Returns: The row, or nil if no row was written.
  /// - Throws: The errors of ``fetch(_:)-(Returning<T,Result>)``.
  public func first<T: DatabaseTable, Result: SelectResult>(
    _ write: Returning<T, Result>
  ) throws -> Result.Output? {
    try fetch(write).first
  }

  /// Runs an `INSERT`, an `UPDATE` or a `DELETE` to its end, and returns the first value of its
  /// `RETURNING` clause, which has one nullable column.
  ///
  /// - Returns: The value, or nil if it is NULL, or if no row was written.
  /// - Throws: The errors of ``fetch(_:)-(Returning<T,Result>)``.
  public func first<T: DatabaseTable, Result: SelectResult, Value>(
    _ write: Returning<T, Result>
  ) throws -> Value? where Result.Output == Value? {
    try fetch(write).first ?? nil
  }

  private func run<T: DatabaseTable, Result>(
    _ batch: WriteBatch, of write: WriteNode, on table: T.Type,
    _ body: (Prepared) throws -> Result
  ) throws -> Result {
    if T.schema.primaryKey.isEmpty, write.findsRowsByKey, isView(T.tableName) {
      throw DatabaseError(
        extendedCode: .misuse,
        message:
          "the view \"\(T.tableName)\" declares no primary key, so its rows can't be found by key",
        sql: batch.statement.sql)
    }
    let statement = try checkedStatement(batch.statement.sql, of: table)
    func bindAndRun() throws -> Result {
      try statement.bind(batch.statement.arguments)
      return try body(statement)
    }
    do {
      guard case .insert(let insert) = write.action else { return try bindAndRun() }
      let readsKey = write.results.canContain(T.schema.primaryKey)
      return try givingKey(of: table, by: statement, readsKey: readsKey) { column in
        try insert.leaves(column, in: batch.rows) { try self.values(of: $0) }
      } _: {
        try bindAndRun()
      }
    } catch {
      throw described(
        write.hinting(error), of: table,
        try write.failed(inserting: batch.rows) { try self.values(of: $0) })
    }
  }

  /// Runs `body` in a transaction, which is committed even if `body` throws the error of a
  /// constraint to which `OR FAIL` applies. It does not apply to foreign keys and triggers: SQLite
  /// undoes their statement.
  private func transaction<Output>(
    keepingRows keepsRows: Bool, _ body: () throws -> Output
  ) throws -> Output {
    guard keepsRows else { return try transaction(body) }
    return try transaction { () throws -> Result<Output, DatabaseError> in
      do {
        return .success(try body())
      } catch let error as DatabaseError where error.violation?.kind.keepsEarlierRows == true {
        return .failure(error)
      }
    }.get()
  }
}

extension WriteNode {
  /// Whether its rows are selected by a query that is more than a condition, and so are found by
  /// their keys.
  fileprivate var findsRowsByKey: Bool {
    switch action {
    case .insert: false
    case .update(let update): update.target.query.aliasOfPlainRows(of: table) == nil
    case .delete(let target): target.query.aliasOfPlainRows(of: table) == nil
    }
  }

  /// Adds a hint that explains why an upsert fails for an existing row.
  fileprivate func hinting(_ error: any Error) -> any Error {
    guard case .insert(let insert) = action, !insert.conflicts.isEmpty,
      var error = error as? DatabaseError, error.hint == nil,
      error.violation?.kind == .notNull || error.violation?.kind == .check
    else { return error }
    error.hint =
      "SQLite checks this constraint before the conflict, so the insert needs a value for the"
      + " column even if the row exists; use save or update instead"
    return error
  }

  /// The rows that it inserts; empty if they come from a query.
  fileprivate var insertedRows: [InsertedRow] {
    guard case .insert(let insert) = action, case .rows(let rows) = insert.source else { return [] }
    return rows
  }

  /// Returns a description of the write, which failed.
  fileprivate func failed(
    inserting rows: ArraySlice<InsertedRow>, query: (Statement) throws -> [[SQLValue]]
  ) throws -> FailedWrite {
    switch action {
    case .insert(let insert):
      // An upsert that updates stores neither the inserted row nor the existing one.
      if insert.conflicts.contains(where: { $0.assignments != nil }) { return FailedWrite() }
      guard case .select(let columns, let select) = insert.source else {
        return FailedWrite(rows: rows.map(\.knownValues))
      }
      return FailedWrite(rows: try query(select.statement).map { Self.row(columns, $0) })
    case .update(let update):
      let set = update.assignments.filter { $0.others.isEmpty }
      let new = try update.select(set.map { ResultColumn($0.value) })
      let old = try update.select([
        ResultColumn(.raw(SQL("\(identifier: update.target.name).*")))
      ])
      return FailedWrite(
        rows: try query(new.statement).map { Self.row(set.flatMap(\.columns), $0) },
        target: try old.statement)
    case .delete(let target):
      return FailedWrite(target: try target.query.targetStatement())
    }
  }

  fileprivate static func row(_ columns: [String], _ values: [SQLValue]) -> [SQLName: SQLValue] {
    Dictionary(zip(columns.map(SQLName.init), values), uniquingKeysWith: { $1 })
  }
}

extension ConstraintViolation.Kind {
  /// Whether `OR FAIL` keeps the rows before the one that violates it; see
  /// <https://www.sqlite.org/lang_conflict.html>.
  fileprivate var keepsEarlierRows: Bool {
    [.unique, .primaryKey, .notNull, .check].contains(self)
  }
}

extension InsertedRow {
  /// The values of the row, except those that SQL computes.
  package var knownValues: [SQLName: SQLValue] {
    switch values {
    case .stored(let values): WriteNode.row(columns, values)
    case .computed(let nodes):
      Dictionary(
        zip(columns, nodes).compactMap { column, node in
          if case .value(let value) = node.kind { (SQLName(column), value) } else { nil }
        }, uniquingKeysWith: { $1 })
    case .unencodable: [:]
    }
  }
}

extension [ResultColumn] {
  /// Returns whether one of these columns can be in the results: an expression may contain it.
  fileprivate func canContain(_ columns: [String]) -> Bool {
    contains { result in
      guard case .column(_, let name) = result.node.kind else { return true }
      return columns.contains(name: name)
    }
  }
}

extension InsertNode {
  /// Returns whether a row has NULL in a column, or does not name the column.
  ///
  /// - Parameter query: Returns the rows of a query.
  fileprivate func leaves(
    _ column: String, in rows: ArraySlice<InsertedRow>, query: (Statement) throws -> [[SQLValue]]
  ) throws -> Bool {
    guard case .select(let columns, let select) = source else {
      return rows.contains { $0.leaves(column) }
    }
    guard let place = columns.firstIndex(ofName: column) else { return true }
    return try query(select.statement).contains { $0[place] == .null }
  }
}

extension InsertedRow {
  fileprivate func leaves(_ column: String) -> Bool {
    guard let place = columns.firstIndex(ofName: column) else { return true }
    switch values {
    case .stored(let values): return values[place] == .null
    case .computed(let nodes):
      if case .value(let value) = nodes[place].kind { return value == .null }
      return false
    case .unencodable: return false
    }
  }
}

extension UpdateNode {
  /// Returns a `SELECT` of these results for the rows to update.
  fileprivate func select(_ results: [ResultColumn]) throws -> SelectNode {
    let table = SourceNode(table: .table(target.table), qualifier: target.name)
    var core = SelectCore(results, from: [table] + (source.map { [$0] } ?? []))
    core.condition = try target.condition(and: condition)
    return SelectNode(core)
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Runs an `INSERT`, an `UPDATE` or a `DELETE`; see ``SQLConnection/run(_:)``.
  @discardableResult
  @inlinable
  public func run<Write: WriteStatement>(_ write: Write) async throws -> Int {
    try await writing { try $0.run(write) }
  }

  /// Runs an `INSERT`, an `UPDATE` or a `DELETE`, and returns the rows of its `RETURNING` clause;
  /// see ``SQLConnection/fetch(_:)-(Returning<T,Result>)``.
  public func fetch<T: DatabaseTable, Result: SelectResult>(
    _ write: Returning<T, Result>
  ) async throws -> [Result.Output] {
    try await writing { try $0.fetch(write) }
  }

  /// Runs an `INSERT`, an `UPDATE` or a `DELETE` to its end, and returns the first row of its
  /// `RETURNING` clause.
  public func first<T: DatabaseTable, Result: SelectResult>(
    _ write: Returning<T, Result>
  ) async throws -> Result.Output? {
    try await writing { try $0.first(write) }
  }

  /// Runs an `INSERT`, an `UPDATE` or a `DELETE` to its end, and returns the first value of its
  /// `RETURNING` clause, which has one nullable column.
  public func first<T: DatabaseTable, Result: SelectResult, Value: Sendable>(
    _ write: Returning<T, Result>
  ) async throws -> Value? where Result.Output == Value? {
    try await writing { try $0.first(write) }
  }
}
