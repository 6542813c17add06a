extension Connection {
  /// Inserts the rows, all or none of them.
  ///
  /// Several rows go into one statement, which is faster than C's loop over single rows:
  /// `INSERT INTO "album" ("title", "id") VALUES (?, ?), (?, ?), …`.
  ///
  /// - Returns: the rows as a fetch would return them, in the order they were given.
  /// - Throws: as the insert of one row. Nothing is kept then.
  @inlinable
  @discardableResult
  public func insert<T: Table>(_ values: [T]) throws -> [T] {
    guard values.count > 1 else { return try values.map { try insert($0) } }
    return try transaction {
      guard try insertBatches(values) else {
        return try values.map { try insert($0) }
      }
      return try values.map { try stored($0) }
    }
  }

  /// Inserts the rows, all or none of them; those without a key are given one.
  ///
  /// - Returns: the rows as a fetch would return them, in the order they were given.
  /// - Throws: as the insert of one row. Nothing is kept then.
  @inlinable
  @discardableResult
  public func insert<T: KeyedTable>(_ values: [T]) throws -> [T] {
    guard values.count > 1 else { return try values.map { try insert($0) } }
    return try transaction {
      let missing = values.count { $0.primaryKey == nil }
      if missing == 0, try insertBatches(values) {
        return try values.map { try stored($0) }
      }
      return try values.map { try insert($0) }
    }
  }

  /// Inserts the drafts, all or none of them.
  ///
  /// - Returns: the rows with their keys, in the order of the drafts.
  /// - Throws: as the insert of one draft. Nothing is kept then.
  @inlinable
  @discardableResult
  public func insert<Draft: TableDraft>(_ drafts: [Draft]) throws -> [Draft.Target] {
    guard drafts.count > 1 else { return try drafts.map { try insert($0) } }
    return try transaction {
      try drafts.map { try insert($0) }
    }
  }

  /// Inserts the rows by statements of several rows each.
  ///
  /// - Returns: whether that was possible; nothing is inserted otherwise.
  @inlinable
  func insertBatches<T: Table>(_ values: [T]) throws -> Bool {
    // A row that is read where it stands is not copied.
    try values.withUnsafeBufferPointer { try insertBatches($0) }
  }

  @inlinable
  func insertBatches<T: Table>(_ rows: UnsafeBufferPointer<T>) throws -> Bool {
    if T.readsBackWrites { return false }
    for index in rows.indices where !rows[index].leftOut.isEmpty { return false }
    let batch = try batchStatement(for: T.self)
    let single = try writingStatement(.insert, for: T.self)
    if batch.statement.firesTriggers || single.firesTriggers { return false }
    var index = 0
    do {
      while rows.count - index >= batch.size {
        let part = UnsafeBufferPointer(rebasing: rows[index..<index + batch.size])
        try bindBatch(batch.statement, part, columns: batch.columns)
        index += batch.size
      }
      while index < rows.count {
        try run(single, writing: rows[index])
        index += 1
      }
    } catch _ where index == 0 && (batch.statement.firesTriggers || single.firesTriggers) {
      return false
    }
    return true
  }

  @inlinable
  func bindBatch<T: Table>(
    _ statement: PreparedStatement, _ rows: UnsafeBufferPointer<T>, columns: Int
  ) throws {
    for index in rows.indices {
      do {
        try statement.bind(offset: index * columns) { try rows[index].bind(to: &$0) }
      } catch {
        throw explain(error, of: T.self) { try rows[index].bind(to: &$0) }
      }
    }
    do {
      try statement.run(refusingTriggers: triggers)
    } catch {
      throw explain(error, of: T.self, writing: Array(rows))
    }
  }

  /// The statement that inserts several rows, how many they are, and how many columns each has.
  @usableFromInline
  func batchStatement<T: Table>(
    for table: T.Type
  ) throws -> (statement: PreparedStatement, size: Int, columns: Int) {
    try checkWriting()
    let statements = statements(of: table)
    if let statement = statements.prepared[TableOperation.insertBatch.rawValue] {
      return (statement, statements.batchSize, statements.columnCount)
    }
    let schema = T.schema
    let columns = schema.writableColumns.count
    // A thousand parameters a statement gain nearly all that there is to gain.
    let size = max(1, min(1000, parameterLimit) / max(1, columns))
    let statement = try prepare(schema.insertSQL(rows: size))
    statements.prepared[TableOperation.insertBatch.rawValue] = statement
    statements.batchSize = size
    statements.columnCount = columns
    return (statement, size, columns)
  }
}

// MARK: - On the database

extension Database {
  /// Inserts the rows, all or none of them; as on a ``Connection``.
  @inlinable
  @discardableResult
  public func insert<T: Table>(_ values: [T]) async throws -> [T] {
    try await writing { try $0.insert(values) }
  }

  /// Inserts the rows, all or none of them; those without a key are given one.
  @inlinable
  @discardableResult
  public func insert<T: KeyedTable>(_ values: [T]) async throws -> [T] {
    try await writing { try $0.insert(values) }
  }

  /// Inserts the drafts, all or none of them; see ``Connection/insert(_:)-([Draft])``.
  @inlinable
  @discardableResult
  public func insert<Draft: TableDraft>(_ drafts: [Draft]) async throws -> [Draft.Target] {
    try await writing { try $0.insert(drafts) }
  }
}
