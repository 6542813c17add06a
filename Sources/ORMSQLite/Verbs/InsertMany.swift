import ORMCore

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
  public func insert<T: DatabaseTable>(_ values: [T]) throws -> [T] {
    guard let first = values.first else { return [] }
    if values.count == 1 { return [try insert(first)] }
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
    if values.count == 1 { return [try insert(first)] }
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
    if drafts.count == 1 { return [try insert(first)] }
    if let inserted = try insertGivingKeys(drafts) { return inserted }
    return try transaction {
      try drafts.map { try insert($0) }
    }
  }

  /// The rows that a fetch gives once they are written.
  ///
  /// - Throws: as ``stored(_:_:)``.
  @inlinable
  func stored<T: DatabaseTable>(_ values: [T]) throws -> [T] {
    let areExact = values.withUnsafeBufferPointer { rows in
      rows.indices.allSatisfy { rows[$0].roundTripsExactly }
    }
    return areExact ? values : try values.map { try stored($0) }
  }

  /// Inserts rows that wait for nothing from the database, by statements of several rows each.
  ///
  /// - Returns: whether that was possible; nothing is inserted otherwise.
  @inlinable
  func insertBatches<T: DatabaseTable>(_ values: [T]) throws -> Bool {
    // Here and below: a row that is looked at where it stands is not copied.
    try values.withUnsafeBufferPointer { rows in
      guard
        rows.indices.allSatisfy({ rows[$0].omittedColumns.isEmpty && !rows[$0].needsGeneratedKey })
      else {
        return false
      }
      return try insertBatches(of: rows.count, into: T.self) { index, parameters in
        try rows.borrow(index) { try $0.bind(to: &parameters) }
      } collect: { index, values in
        try rows[index].bind(to: &values)
      }
    }
  }

  /// Inserts rows that wait for their keys by statements of several rows each.
  ///
  /// - Returns: the rows with their keys, or nil where that was not possible and nothing is
  ///   inserted.
  @inlinable
  func insertGivingKeys<T: KeyedTable>(_ values: [T]) throws -> [T]? {
    try values.withUnsafeBufferPointer { rows in
      guard rows.indices.allSatisfy({ rows[$0].omittedColumns.isEmpty }) else { return nil }
      return try insertGivingKeys(to: rows.count, of: T.self) { index, parameters in
        try rows.borrow(index) { try $0.bind(to: &parameters) }
      } collect: { index, values in
        try rows[index].bind(to: &values)
      } stored: { index, key in
        try stored(rows[index]) { key }
      }
    }
  }

  /// Inserts drafts by statements of several rows each.
  ///
  /// - Returns: the rows with their keys, or nil where that was not possible and nothing is
  ///   inserted.
  @inlinable
  func insertGivingKeys<Draft: TableDraft>(_ drafts: [Draft]) throws -> [Draft.Target]? {
    try drafts.withUnsafeBufferPointer { rows in
      guard rows.indices.allSatisfy({ rows[$0].omittedColumns.isEmpty }) else { return nil }
      return try insertGivingKeys(to: rows.count, of: Draft.Target.self) { index, parameters in
        try rows.borrow(index) { try $0.bind(to: &parameters) }
      } collect: { index, values in
        try rows[index].bind(to: &values)
      } stored: { index, key in
        do {
          return try rows[index].stored { key }
        } catch {
          throw explain(error, of: Draft.Target.self) { try rows[index].bind(to: &$0) }
        }
      }
    }
  }
}

// MARK: - On the database

extension Database {
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

  /// Inserts the drafts, all or none of them; see ``Connection/insert(_:)-([Draft])``.
  @inlinable
  @discardableResult
  public func insert<Draft: TableDraft>(_ drafts: [Draft]) async throws -> [Draft.Target] {
    try await writing { try $0.insert(drafts) }
  }
}
