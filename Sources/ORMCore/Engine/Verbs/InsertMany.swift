extension SQLConnection {
  /// Inserts the rows, all or none of them.
  ///
  /// Each statement inserts several rows, which is faster than a loop in C that inserts one row at
  /// a time: `INSERT INTO "album" ("title") VALUES (?), (?), …`.
  ///
  /// - Returns: The rows as a fetch would return them, in the order of `values`.
  /// - Throws: The errors of the insert of one row. If it throws, nothing is stored.
  @inlinable
  @discardableResult
  public func insert<T: DatabaseTable>(_ values: [T]) throws -> [T] {
    guard let first = values.first else { return [] }
    if values.count == 1 {
      // The row is inserted before the array is created, so that an unused array is optimized away.
      let row = try insert(first)
      return [row]
    }
    return try transaction {
      guard try insertBatches(values) else {
        return try values.map { try insert($0) }
      }
      return try stored(values)
    }
  }

  /// Inserts the rows, all or none of them; rows without a key get one.
  ///
  /// If all rows have a key, or no row has one, each statement inserts several rows. If no row has
  /// a key, `SELECT max("id")` runs first, and the rows get consecutive keys, unless the keys reach
  /// the largest possible rowid (<https://www.sqlite.org/autoinc.html>).
  ///
  /// - Returns: The rows as a fetch would return them, in the order of `values`.
  /// - Throws: The errors of the insert of one row. If it throws, nothing is stored.
  @inlinable
  @discardableResult
  public func insert<T: KeyedTable>(_ values: [T]) throws -> [T] {
    guard let first = values.first else { return [] }
    if values.count == 1 {
      let row = try insert(first)
      return [row]
    }
    let missing = values.withUnsafeBufferPointer { rows in
      rows.indices.count { rows[$0].primaryKey == nil }
    }
    if missing == values.count, let inserted = try insertGivingKeys(values) { return inserted }
    return try transaction {
      if missing == 0, try insertBatches(values) {
        return try stored(values)
      }
      return try values.map { try insert($0) }
    }
  }

  /// Inserts the drafts, all or none of them.
  ///
  /// After a `SELECT max("id")`, each statement inserts several drafts, as with rows that have no
  /// keys.
  ///
  /// - Returns: The rows with their keys, in the order of the drafts.
  /// - Throws: The errors of the insert of one draft. If it throws, nothing is stored.
  @inlinable
  @discardableResult
  public func insert<Draft: TableDraft>(_ drafts: [Draft]) throws -> [Draft.Target] {
    guard let first = drafts.first else { return [] }
    if drafts.count == 1 {
      let row = try insert(first)
      return [row]
    }
    if let inserted = try insertGivingKeys(drafts) { return inserted }
    return try transaction {
      try drafts.map { try insert($0) }
    }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Inserts the rows, all or none of them.
  @inlinable
  @discardableResult
  public func insert<T: DatabaseTable>(_ values: [T]) async throws -> [T] {
    try await writing { try $0.insert(values) }
  }

  /// Inserts the rows, all or none of them; rows without a key get one.
  @inlinable
  @discardableResult
  public func insert<T: KeyedTable>(_ values: [T]) async throws -> [T] {
    try await writing { try $0.insert(values) }
  }

  /// Inserts the drafts, all or none of them; see ``SQLConnection/insert(_:)-([Draft])``.
  @inlinable
  @discardableResult
  public func insert<Draft: TableDraft>(_ drafts: [Draft]) async throws -> [Draft.Target] {
    try await writing { try $0.insert(drafts) }
  }
}
