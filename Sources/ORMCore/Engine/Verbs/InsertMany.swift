extension SQLConnection {
  /// Inserts the rows, all or none of them.
  ///
  /// Several rows go into one statement, which is faster than C's loop over single rows:
  /// `INSERT INTO "album" ("title") VALUES (?), (?), …`.
  ///
  /// - Returns: the rows as a fetch would return them, in the order they were given.
  /// - Throws: as the insert of one row. Nothing is kept then.
  @inlinable
  @discardableResult
  public func insert<T: DatabaseTable>(_ values: [T]) throws -> [T] {
    guard let first = values.first else { return [] }
    if values.count == 1 {
      // Made before the array, which is then never made where nobody asks for it.
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

  /// Inserts the rows, all or none of them; those without a key are given one.
  ///
  /// Several rows go into one statement where all have a key or none has. If none has, `SELECT
  /// max("id")` comes first: the keys follow one another as long as there are numbers above the
  /// largest (<https://www.sqlite.org/autoinc.html>).
  ///
  /// - Returns: the rows as a fetch would return them, in the order they were given.
  /// - Throws: as the insert of one row. Nothing is kept then.
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
  /// Several drafts go into one statement, behind a `SELECT max("id")`, as rows without keys do.
  ///
  /// - Returns: the rows with their keys, in the order of the drafts.
  /// - Throws: as the insert of one draft. Nothing is kept then.
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
  /// Inserts the rows, all or none of them; as on a ``Connection``.
  @inlinable
  @discardableResult
  public func insert<T: DatabaseTable>(_ values: [T]) async throws -> [T] {
    try await writing { try $0.insert(values) }
  }

  /// Inserts the rows, all or none of them; those without a key are given one.
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
