import ORMCore

extension Connection {
  /// Inserts rows with statements that insert several rows: as many as have a thousand parameters,
  /// and powers of two for the remaining rows.
  ///
  /// - Parameters:
  ///   - bind: Binds the values of the row with this index, its key last if it has one.
  ///   - collect: Collects the same values for an error.
  /// - Returns: Whether that is possible; if not, nothing is inserted.
  @inlinable
  func insertBatches<T: DatabaseTable>(
    of count: Int, into table: T.Type, withoutKeys: Bool = false,
    bind: (Int, inout SQLiteParameters) throws -> Void,
    collect: (Int, inout ValueCollector) throws -> Void
  ) throws -> Bool {
    try checkWriting()
    let batches = try batches(for: T.self, withoutKeys: withoutKeys)
    var done = 0
    for batch in batches.sizes.indices where count - done >= batches.sizes[batch] {
      let size = batches.sizes[batch]
      var statement = try batches.prepared[batch] ?? prepare(batch, of: batches, for: T.self)
      if statement.firesTriggers && done == 0 { return false }
      while count - done >= size {
        for row in done..<done + size {
          do {
            try statement.bind(offset: (row - done) * batches.columnCount) {
              try bind(row, &$0)
            }
          } catch {
            throw described(error, of: T.self) { try collect(row, &$0) }
          }
        }
        do {
          try statement.run(refusingTriggers: authorizer)
        } catch {
          if authorizer.consumeOutdated() {
            forgetTables()
            statement = try prepare(batch, of: batches, for: T.self)
            if statement.firesTriggers && done == 0 { return false }
            continue
          }
          if statement.firesTriggers && done == 0 { return false }
          throw described(error, of: T.self, writing: done..<done + size, collect: collect)
        }
        done += size
      }
    }
    return true
  }

  /// Inserts rows that need their keys back, with statements that insert several rows.
  ///
  /// SQLite numbers each row one up from the largest key. If that is the largest possible integer,
  /// it uses free numbers instead (<https://www.sqlite.org/autoinc.html>). As long as that is far
  /// away, and no row was skipped by an `ON CONFLICT` of the table, the other keys follow from the
  /// last one.
  ///
  /// - Parameters:
  ///   - bind: Binds the values of the row with this index; a nil key is not bound.
  ///   - collect: Collects the same values for an error.
  ///   - stored: Returns the row with this index as it is fetched, with its key.
  /// - Returns: The rows; nil, with nothing inserted, if that is not possible.
  @inlinable
  func insertGivingKeys<T: KeyedTable>(
    to count: Int, of table: T.Type,
    bind: (Int, inout SQLiteParameters) throws -> Void,
    collect: (Int, inout ValueCollector) throws -> Void,
    stored: (Int, Int64) throws -> T
  ) throws -> [T]? {
    // For a row that consists only of its key, no statement inserts several.
    let columnCount = try batches(for: T.self, withoutKeys: true).columnCount
    guard columnCount > 0, recentStatements.generatesKeys else { return nil }
    do {
      return try transaction {
        guard try hasKeys(count, for: T.self) else { throw KeysUnknownError() }
        let before = totalChangeCount
        let isInserted = try insertBatches(
          of: count, into: T.self, withoutKeys: true, bind: bind, collect: collect)
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

  /// Whether that number of integers is available above the largest key.
  @usableFromInline
  func hasKeys<T: KeyedTable>(_ count: Int, for table: T.Type) throws -> Bool {
    switch try statement(.largestKey, for: T.self).values().first?.first {
    case .integer(let largest): largest <= Int64.max - Int64(count)
    case .null: true
    default: false
    }
  }
}

/// The generated keys do not follow from the last one.
@usableFromInline
struct KeysUnknownError: Error {
  @usableFromInline init() {}
}

// MARK: - Statements

extension Connection {
  /// The statements that insert several rows.
  @usableFromInline
  func batches<T: DatabaseTable>(
    for table: T.Type, withoutKeys: Bool
  ) throws -> InsertBatches {
    if !isLent { try checkLent() }
    let statements = statements(of: table)
    let known = withoutKeys ? statements.batchesWithoutKeys : statements.batches
    if let known { return known }
    let schema = T.schema
    let columns = withoutKeys ? schema.writableColumnsWithoutKey : schema.writableColumns
    let batches = InsertBatches(
      columnCount: columns.count, atMost: max(1, limits.batchParameters / max(1, columns.count)),
      isWithoutKeys: withoutKeys)
    if withoutKeys {
      statements.batchesWithoutKeys = batches
    } else {
      statements.batches = batches
    }
    return batches
  }

  @usableFromInline
  @inline(never)
  func prepare<T: DatabaseTable>(
    _ batch: Int, of batches: InsertBatches, for table: T.Type
  ) throws -> PreparedStatement {
    let size = batches.sizes[batch]
    let isWithoutKeys = batches.isWithoutKeys
    let statement =
      size == 1
      ? try self.statement(isWithoutKeys ? .insertWithoutKey : .insert, for: table)
      : try namingCreate(of: [table]) {
        try prepare(
          isWithoutKeys ? T.schema.insertWithoutKeySQL(rows: size) : T.schema.insertSQL(rows: size))
      }
    readBackNumbers(statement, of: table)
    if isWithoutKeys {
      try checkGivesKey(of: table, to: statement)
      statement.lastPosition = batches.columnCount
    }
    batches.prepared[batch] = statement
    return statement
  }

  /// Adds the table and the values to an error of an insert of these rows.
  @usableFromInline
  @inline(never)
  func described<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, writing rows: Range<Int>,
    collect: (Int, inout ValueCollector) throws -> Void
  ) -> any Error {
    if rows.count == 1 {
      return described(error, of: table) { try collect(rows.lowerBound, &$0) }
    }
    let columns = T.schema.writableColumns
    return described(
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
