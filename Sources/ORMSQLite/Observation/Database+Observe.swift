import ORMCore

extension Database {
  /// Observes the rows of a query: returns them now and after each commit that changes them.
  ///
  /// ```swift
  /// for try await albums in db.observe(Album.where { $0.artistID == 7 }) { show(albums) }
  /// // SELECT … FROM "album" WHERE "artistID" = $1
  /// ```
  ///
  /// If the query selects lists (``ToMany``), the rows and their lists are read from one state of
  /// the database, and a commit that changes both causes one new value.
  ///
  /// ``ValueObservation`` describes when a value is returned. Errors are thrown while iterating:
  /// ``DatabaseError``, ``RowDecodingError``, ``ValueEncodingError``, and `CancellationError` if
  /// the task is cancelled.
  @inlinable
  public func observe<Query: SelectStatement>(
    _ query: Query
  ) -> ValueObservation<[Query.Output]> {
    if Query.hasLists { return observe(lists: query) }
    let decoding = RowDecoding(query)
    // Compiled in the program's module, where the types are known. The statement is found by the
    // query's key.
    return ValueObservation(
      database: self,
      read: ObservedRead(
        body: { connection in
          let (rows, hash) = try connection.hashedRows(
            of: query.bound(asking: .rows, on: connection), decoding)
          return ObservedValue(rows, hash: hash)
        }, scope: { .statement(try query.statement().sql) }, isRepeat: { $0.hash == $1.hash }))
  }

  /// Observes the rows of raw SQL, now and after each commit that changes them, and finds their
  /// columns by name; see ``observe(_:)-(Query)``.
  ///
  /// ```swift
  /// let totals = db.observe(
  ///   Row.self, sql: "SELECT artistID, count(*) AS n FROM album GROUP BY artistID")
  /// ```
  ///
  /// - Parameter sql: A statement that only reads.
  public func observe<T: RowDecodable>(_ type: T.Type, sql: SQL) -> ValueObservation<[T]> {
    observe(sql, RowDecoding(byName: type))
  }

  /// Observes the values of raw SQL with one result column, now and after each commit that changes
  /// them; see ``observe(_:)-(Query)``.
  public func observe<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) -> ValueObservation<[Representation.Value]> {
    observe(sql, RowDecoding(representation))
  }

  /// Observes the row with this key, now and after each commit that changes it.
  ///
  /// ```swift
  /// for try await album in db.observe(Album.self, 7) { show(album) }  // nil once it is deleted
  /// // SELECT … FROM "album" WHERE "id" = $1
  /// ```
  ///
  /// A commit that changes only other rows does not run the query again, unless the table's key has
  /// a collation or a type for which different values are the same key.
  ///
  /// See ``observe(_:)-(Query)``.
  public func observe<T: KeyedTable>(_ type: T.Type, _ key: T.Key) -> ValueObservation<T?> {
    let decoding = RowDecoding(T.all)
    return ValueObservation(
      database: self,
      read: ObservedRead(
        body: { connection in
          let find = try connection.statement(.find, for: type)
          try connection.bind(key: key, of: type, to: find)
          let (rows, hash) = try connection.hashedRows(of: find, decoding)
          return ObservedValue(rows.first, hash: hash)
        },
        scope: {
          var collector = ValueCollector()
          try T.bind(key: key, to: &collector, at: 1)
          return .row(
            ReadRow(
              table: T.tableName, keyColumns: T.primaryKeyColumns, key: collector.values),
            sql: T.findSQL)
        }, isRepeat: { $0.hash == $1.hash }))
  }

  /// Observes the result of a closure, now and after each commit that changes it.
  ///
  /// ```swift
  /// let counts = db.observe { db in try db.count(Album.self) }
  /// for try await count in counts { show(count) }
  /// ```
  ///
  /// The closure runs as in ``read(_:)``, on one state of the database, and may read other tables
  /// each time. A value that equals the previous one, by its `==`, is not repeated. Two values of
  /// `String` are equal even if their characters are encoded differently; ``observe(_:)-(Query)``
  /// compares bytes.
  public func observe<Value: Sendable & Equatable>(
    _ read: @escaping @Sendable (isolated Connection) throws -> Value
  ) -> ValueObservation<Value> {
    ValueObservation(
      database: self,
      read: ObservedRead(
        body: { connection in
          let (value, region) = try connection.recordingReads(compilesAgain: true) {
            try connection.read { try read(connection) }
          }
          return ObservedValue(value, region: region)
        }, scope: { .region(ReadRegion()) }, isRepeat: { $0.value == $1.value }))
  }

  @usableFromInline
  func observe<Query: SelectStatement>(
    lists query: Query
  ) -> ValueObservation<[Query.Output]> {
    ValueObservation(
      database: self,
      read: ObservedRead(
        body: { connection in
          let (rows, hash) = try connection.hashedRows(of: query.listedRows(inBatches: false))
          return ObservedValue(rows, hash: hash)
        },
        scope: {
          let listed = try query.listedRows(inBatches: false)
          return .statements(
            try [listed.statement().sql] + listed.listStatements().map(\.sql))
        }, isRepeat: { $0.hash == $1.hash }))
  }

  private func observe<Output: Sendable>(
    _ sql: SQL, _ decoding: RowDecoding<Output>
  ) -> ValueObservation<[Output]> {
    ValueObservation(
      database: self,
      read: ObservedRead(
        body: { connection in
          let (rows, hash) = try connection.hashedRows(of: connection.observed(sql), decoding)
          return ObservedValue(rows, hash: hash)
        }, scope: { .statement(try sql.statement().sql) }, isRepeat: { $0.hash == $1.hash }))
  }
}

extension Connection {
  /// Decodes every row, and hashes the stored values: rows that the program's `==` treats as equal
  /// are still different.
  ///
  /// - Parameter statement: The statement, with its parameters bound.
  @inlinable
  func hashedRows<Output>(
    of statement: PreparedStatement, _ decoding: RowDecoding<Output>
  ) throws -> (rows: [Output], hash: Int) {
    defer { statement.reset() }
    try statement.checkObservable()
    if statement.monitor != nil { return try statement.monitoredHashedRows(decoding) }
    var rows: [Output] = []
    var hasher = Hasher()
    var hasRow = try statement.step()
    let decode = try decoding.begin(statement)
    while hasRow {
      rows.append(try decode(statement))
      statement.hashRow(into: &hasher)
      hasRow = try statement.step()
    }
    hasher.combine(rows.count)
    return (rows, hasher.finalize())
  }

  /// The statement of observed SQL, with its parameters bound.
  fileprivate func observed(_ sql: SQL) throws -> PreparedStatement {
    if let known = try bound(sql) { return known }
    let text = try sql.statement()
    let statement = try statement(text.sql)
    try statement.checkObservable()
    try statement.bind(text.arguments)
    cache(text, of: sql)
    return statement
  }
}

extension PreparedStatement {
  /// Decodes rows, hashes their stored values, and reports the run. It is not checked for warnings:
  /// an observation repeats its query.
  @usableFromInline
  @inline(never)
  func monitoredHashedRows<Output>(
    _ decoding: RowDecoding<Output>
  ) throws -> (rows: [Output], hash: Int) {
    var hasher = Hasher()
    var decode: RowDecoding<Output>.Decode?
    let rows = try withoutChecks {
      try monitoredRows(checking: { decode = try decoding.begin(self) }) { () throws -> Output? in
        let row = try decode?(self)
        hashRow(into: &hasher)
        return row
      }
    }.compactMap { $0 }
    hasher.combine(rows.count)
    return (rows, hasher.finalize())
  }
}
