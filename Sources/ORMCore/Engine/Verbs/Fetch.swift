extension SQLConnection {
  /// Fetches every row of the table.
  ///
  /// ```swift
  /// let albums = try db.fetch(Album.self)      // SELECT "id", "title" FROM "album"
  /// ```
  ///
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` if a stored value can't be decoded as its
  ///   property's type.
  @inlinable
  public func fetch<T: TableOrView>(_ type: T.Type) throws -> [T] {
    try statement(.selectAll, for: type).rows(of: type)
  }

  /// Fetches the rows that meet the condition.
  ///
  /// ```swift
  /// let recent = try db.fetch(Album.self, where: { $0.artistID == 7 && $0.lastPlayed != nil })
  /// // SELECT … FROM "album" WHERE "artistID" = $1 AND "lastPlayed" IS NOT NULL
  /// ```
  ///
  /// - Throws: The errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func fetch<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) throws -> [T] {
    try fetch(T.where(condition))
  }

  /// Fetches the results of a query: a typed query, a ``PreparedQuery`` with its values, or an
  /// ``SQLQuery``.
  ///
  /// ```swift
  /// let top = try db.fetch(Album.where { $0.title.like("D%") }.order { $0.title }.limit(10))
  /// let titles = try db.fetch(Album.select { $0.title })     // [String]
  /// ```
  ///
  /// - Throws: The errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func fetch<Query: SelectStatement>(_ query: Query) throws -> [Query.Output] {
    if Query.hasLists { return try read { try query.rowsWithLists(first: false, on: self) } }
    return try query.rows(of: query.bound(asking: .rows, on: self))
  }

  /// Fetches the first row that meets the condition. The order of rows is unspecified.
  ///
  /// - Returns: The row, or nil if there is none.
  /// - Throws: The errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func first<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) throws -> T? {
    try first(T.where(condition))
  }

  /// Fetches the first result of the query; SQLite stops after it.
  ///
  /// - Returns: The row, or nil if there is none.
  /// - Throws: The errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func first<Query: SelectStatement>(_ query: Query) throws -> Query.Output? {
    if Query.hasLists { return try read { try query.rowsWithLists(first: true, on: self) }.first }
    return try query.firstRow(of: query.bound(asking: .first, on: self))
  }

  /// Fetches the first value of a query that selects one nullable column.
  ///
  /// ```swift
  /// let most = try db.first(Album.select { $0.plays.max() })   // Int?: nil if there is no album
  /// ```
  ///
  /// Nil means either NULL or no row. To tell them apart, declare the result as an `Int??`:
  ///
  /// ```swift
  /// let year: Int?? = try db.first(Album.where { $0.id == 7 }.select { $0.year })
  /// // nil: no such album; .some(nil): an album without a year
  /// ```
  ///
  /// - Returns: The value, or nil if it is NULL, or if there is no row.
  /// - Throws: The errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func first<Query: SelectStatement, Value>(_ query: Query) throws -> Value?
  where Query.Output == Value? {
    if Query.hasLists {
      return try read { try query.rowsWithLists(first: true, on: self) }.first ?? nil
    }
    return try query.firstRow(of: query.bound(asking: .first, on: self)) ?? nil
  }

  /// Fetches the row with this key.
  ///
  /// ```swift
  /// let album = try db.find(Album.self, 7)     // SELECT … FROM "album" WHERE "id" = $1
  /// let line = try db.find(Line.self, (10248, 11))        // a key of two columns
  /// ```
  ///
  /// - Returns: The row, or nil if there is none.
  /// - Throws: The errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func find<T: KeyedTable>(_ type: T.Type, _ key: T.Key) throws -> T? {
    let statement = try statement(.find, for: type)
    try bind(key: key, of: type, to: statement)
    return try statement.firstRow(of: type)
  }

  /// Fetches the current state of the row with this value's key.
  ///
  /// - Throws: ``MissingPrimaryKeyError`` before any SQL runs if the key is nil,
  ///   ``RowNotFoundError`` if there is no such row; the errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func refresh<T: KeyedTable>(_ value: T) throws -> T {
    guard let key = value.primaryKey else { throw MissingPrimaryKeyError(table: T.tableName) }
    guard let row = try find(T.self, key) else { throw RowNotFoundError(table: T.tableName) }
    return row
  }

  /// Fetches one column, typically a lazy one, of the row with this value's key.
  ///
  /// ```swift
  /// let image = try db.load(\.image, of: photo)
  /// // SELECT "image" FROM "photo" WHERE "id" = $1
  /// ```
  ///
  /// - Throws: The errors of ``refresh(_:)``.
  public func load<T: KeyedTable, Representation>(
    _ column: KeyPath<T.Columns, Column<T, Representation>>, of value: T
  ) throws -> Representation.Value {
    try load(T.columns[keyPath: column], of: value)
  }

  func load<T: KeyedTable, Representation>(
    _ column: Column<T, Representation>, of value: T
  ) throws -> Representation.Value {
    guard let key = value.primaryKey else { throw MissingPrimaryKeyError(table: T.tableName) }
    let schema = T.schema
    let sql =
      "SELECT \(column.ownName.quotedIdentifier) FROM \(schema.name.quotedIdentifier)"
      + " WHERE \(schema.keyCondition)"
    let statement = try checkedStatement(sql)
    try bind(key: key, of: T.self, to: statement)
    do {
      guard let value = try statement.scalar(Representation.self) else {
        throw RowNotFoundError(table: T.tableName)
      }
      return value
    } catch {
      guard var failure = error.naming(table: T.tableName) as? RowDecodingError else { throw error }
      var collector = ValueCollector()
      try? T.bind(key: key, to: &collector, at: 1)
      failure.key = collector.values
      throw failure
    }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Fetches every row of the table; see ``SQLConnection/fetch(_:)-(T.Type)``.
  @inlinable
  public func fetch<T: TableOrView>(_ type: T.Type) async throws -> [T] {
    try await reading { try $0.fetch(type) }
  }

  /// Fetches the rows that meet the condition; see ``SQLConnection/fetch(_:where:)``.
  @inlinable
  public nonisolated(nonsending) func fetch<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) async throws -> [T] {
    let query = T.where(condition)
    return try await reading { try $0.fetch(query) }
  }

  /// Fetches the results of a query; see ``SQLConnection/fetch(_:)-(Query)``.
  @inlinable
  public func fetch<Query: SelectStatement>(_ query: Query) async throws -> [Query.Output] {
    try await reading { try $0.fetch(query) }
  }

  /// Fetches the first row that meets the condition; see ``SQLConnection/first(_:where:)``.
  @inlinable
  public nonisolated(nonsending) func first<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) async throws -> T? {
    let query = T.where(condition)
    return try await reading { try $0.first(query) }
  }

  /// Fetches the first result of the query; see
  /// ``SQLConnection/first(_:)->Query.Output?``.
  @inlinable
  public func first<Query: SelectStatement>(_ query: Query) async throws -> Query.Output? {
    try await reading { try $0.first(query) }
  }

  /// Fetches the first value of a query that selects one nullable column.
  @inlinable
  public func first<Query: SelectStatement, Value: Sendable>(
    _ query: Query
  ) async throws -> Value? where Query.Output == Value? {
    try await reading { try $0.first(query) }
  }

  /// Fetches the row with this key; see ``SQLConnection/find(_:_:)``.
  @inlinable
  public func find<T: KeyedTable>(_ type: T.Type, _ key: T.Key) async throws -> T? {
    try await reading { try $0.find(type, key) }
  }

  /// Fetches the current state of the row with this value's key; see
  /// ``SQLConnection/refresh(_:)``.
  @inlinable
  public func refresh<T: KeyedTable>(_ value: T) async throws -> T {
    try await reading { try $0.refresh(value) }
  }

  /// Fetches one column of the row with this value's key; see ``SQLConnection/load(_:of:)``.
  public nonisolated(nonsending) func load<T: KeyedTable, Representation>(
    _ column: KeyPath<T.Columns, Column<T, Representation>>, of value: T
  ) async throws -> Representation.Value {
    let column = T.columns[keyPath: column]
    return try await reading { try $0.load(column, of: value) }
  }
}
