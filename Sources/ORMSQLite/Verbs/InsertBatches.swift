import ORMCore

extension Connection {
  /// Inserts rows by statements of several rows each: of as many as take a thousand parameters, and
  /// for what is left of powers of two.
  ///
  /// - Parameters:
  ///   - bind: Binds what the row with this index has, its key last where it has one.
  ///   - collect: The same, for what an error says.
  /// - Returns: whether that was possible; nothing is inserted otherwise.
  @inlinable
  func insertBatches<T: DatabaseTable>(
    of count: Int, into table: T.Type,
    bind: (Int, inout SQLiteParameters) throws -> Void,
    collect: (Int, inout ValueCollector) throws -> Void
  ) throws -> Bool {
    if T.needsReadBack { return false }
    try checkWriting()
    let statements = try batches(for: T.self)
    var done = 0
    for batch in statements.batchSizes.indices where count - done >= statements.batchSizes[batch] {
      let size = statements.batchSizes[batch]
      let statement = try statements.batches[batch] ?? prepareBatch(batch, for: T.self)
      if statement.firesTriggers && done == 0 { return false }
      while count - done >= size {
        for row in done..<done + size {
          do {
            try statement.bind(offset: (row - done) * statements.columnCount) {
              try bind(row, &$0)
            }
          } catch {
            throw explain(error, of: T.self) { try collect(row, &$0) }
          }
        }
        do {
          try statement.run(refusingTriggers: authorizer)
        } catch {
          if statement.firesTriggers && done == 0 { return false }
          throw explain(error, of: T.self, writing: done..<done + size, collect: collect)
        }
        done += size
      }
    }
    return true
  }

  /// Inserts rows that wait for their keys by statements of several rows each.
  ///
  /// SQLite numbers each row one up from the largest key, unless that is the largest there is: it
  /// then takes numbers that are free (<https://www.sqlite.org/autoinc.html>). As long as that is
  /// far away, and no row was left out by an `ON CONFLICT` of the table's own, the last key tells
  /// those before it.
  ///
  /// - Parameters:
  ///   - bind: Binds what the row with this index has, but for a key.
  ///   - collect: The same, for what an error says.
  ///   - stored: The row with this index as a fetch gives it, with its key.
  /// - Returns: the rows, or nil where that was not possible and nothing is inserted.
  @inlinable
  func insertGivingKeys<T: KeyedTable>(
    to count: Int, of table: T.Type,
    bind: (Int, inout SQLiteParameters) throws -> Void,
    collect: (Int, inout ValueCollector) throws -> Void,
    stored: (Int, Int64) throws -> T
  ) throws -> [T]? {
    if T.needsReadBack { return nil }
    let columns = try batches(for: T.self).columnCount
    guard recentStatements.generatesKeys else { return nil }
    do {
      return try transaction {
        guard try hasKeys(count, for: T.self) else { throw KeysUnknownError() }
        let before = totalChangeCount
        let isInserted = try insertBatches(of: count, into: T.self) { index, parameters in
          try bind(index, &parameters)
          parameters.bindNull(at: columns)
        } collect: {
          try collect($0, &$1)
        }
        guard isInserted, totalChangeCount - before == count else { throw KeysUnknownError() }
        let first = lastInsertRowID - Int64(count) + 1
        var rows: [T] = []
        rows.reserveCapacity(count)
        for index in 0..<count { rows.append(try stored(index, first + Int64(index))) }
        return rows
      }
    } catch is KeysUnknownError {
      return nil
    }
  }

  /// Whether there are so many integers above the largest key.
  @usableFromInline
  func hasKeys<T: KeyedTable>(_ count: Int, for table: T.Type) throws -> Bool {
    switch try statement(.largestKey, for: T.self).values().first?.first {
    case .integer(let largest): largest <= Int64.max - Int64(count)
    case .null: true
    default: false
    }
  }
}

/// The keys that the database gave can't be told from the last of them.
@usableFromInline
struct KeysUnknownError: Error {
  @usableFromInline init() {}
}

// MARK: - Statements

extension Connection {
  /// The statements of the table, with the sizes of its batches.
  @usableFromInline
  func batches<T: DatabaseTable>(for table: T.Type) throws -> TableStatements {
    if !isLent { try checkLent() }
    let statements = statements(of: table)
    if statements.batchSizes.isEmpty {
      let columns = T.schema.writableColumns.count
      statements.setBatches(
        of: columns, atMost: max(1, limits.batchParameters / max(1, columns)))
    }
    return statements
  }

  @usableFromInline
  @inline(never)
  func prepareBatch<T: DatabaseTable>(_ batch: Int, for table: T.Type) throws -> PreparedStatement {
    let statements = statements(of: table)
    let size = statements.batchSizes[batch]
    let statement =
      size == 1
      ? try self.statement(.insert, for: table)
      : try namingCreate(of: [table]) { try prepare(T.schema.insertSQL(rows: size)) }
    readBackNumbers(statement, of: table)
    statements.batches[batch] = statement
    return statement
  }

  /// Adds to an error what the verb knows, where what failed was an insert of these rows.
  @usableFromInline
  @inline(never)
  func explain<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, writing rows: Range<Int>,
    collect: (Int, inout ValueCollector) throws -> Void
  ) -> any Error {
    if rows.count == 1 {
      return explain(error, of: table) { try collect(rows.lowerBound, &$0) }
    }
    let columns = T.schema.writableColumns
    return explain(
      error, of: table,
      FailedWrite(
        rows: try rows.map { row in
          var collector = ValueCollector()
          try collect(row, &collector)
          return Dictionary(
            zip(columns.map(SQLName.init), collector.values), uniquingKeysWith: { $1 })
        }))
  }
}
