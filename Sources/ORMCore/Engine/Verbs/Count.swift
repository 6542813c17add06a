extension SQLConnection {
  /// Counts the rows of the table.
  ///
  /// ```swift
  /// let n = try db.count(Album.self)           // SELECT count(*) FROM "album"
  /// ```
  ///
  /// - Throws: ``DatabaseError``
  @inlinable
  public func count<T: TableOrView>(_ type: T.Type) throws -> Int {
    try statement(.count, for: type).scalar(Int.self) ?? 0
  }

  /// Counts the rows that meet the condition.
  ///
  /// - Throws: ``DatabaseError``
  @inlinable
  public func count<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) throws -> Int {
    try count(T.where(condition))
  }

  /// Counts the rows that the query selects, taking its limit into account.
  ///
  /// - Throws: ``DatabaseError``
  @inlinable
  public func count(_ query: some ComposableSelect) throws -> Int {
    try bound(query.node, asking: .count).scalar(Int.self) ?? 0
  }

  /// Returns whether a row meets the condition.
  ///
  /// ```swift
  /// try db.exists(Album.self, where: { $0.title == "Promise" })
  /// // SELECT EXISTS (SELECT 1 FROM "album" WHERE "title" = $1)
  /// ```
  ///
  /// - Throws: ``DatabaseError``
  @inlinable
  public func exists<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) throws -> Bool {
    try exists(T.where(condition))
  }

  /// Returns whether the query selects a row.
  ///
  /// - Throws: ``DatabaseError``
  @inlinable
  public func exists(_ query: some ComposableSelect) throws -> Bool {
    try bound(query.node, asking: .exists).scalar(Bool.self) ?? false
  }

  /// Returns whether there is a row with this key.
  ///
  /// - Throws: ``DatabaseError``
  @inlinable
  public func exists<T: KeyedTable>(_ type: T.Type, key: T.Key) throws -> Bool {
    let statement = try statement(.exists, for: type)
    try bind(key: key, of: type, to: statement)
    return try statement.scalar(Int.self) != nil
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Counts the rows of the table; see ``SQLConnection/count(_:)-(T.Type)``.
  @inlinable
  public func count<T: TableOrView>(_ type: T.Type) async throws -> Int {
    try await reading { try $0.count(type) }
  }

  /// Counts the rows that meet the condition; see ``SQLConnection/count(_:where:)``.
  @inlinable
  public nonisolated(nonsending) func count<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) async throws -> Int {
    let query = T.where(condition)
    return try await reading { try $0.count(query) }
  }

  /// Counts the rows that the query selects; see ``SQLConnection/count(_:)-(ComposableSelect)``.
  @inlinable
  public func count(_ query: some ComposableSelect) async throws -> Int {
    try await reading { try $0.count(query) }
  }

  /// Returns whether a row meets the condition; see ``SQLConnection/exists(_:where:)``.
  @inlinable
  public nonisolated(nonsending) func exists<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) async throws -> Bool {
    let query = T.where(condition)
    return try await reading { try $0.exists(query) }
  }

  /// Returns whether the query selects a row; see ``SQLConnection/exists(_:)``.
  @inlinable
  public func exists(_ query: some ComposableSelect) async throws -> Bool {
    try await reading { try $0.exists(query) }
  }

  /// Returns whether there is a row with this key; see ``SQLConnection/exists(_:key:)``.
  @inlinable
  public func exists<T: KeyedTable>(_ type: T.Type, key: T.Key) async throws -> Bool {
    try await reading { try $0.exists(type, key: key) }
  }
}
