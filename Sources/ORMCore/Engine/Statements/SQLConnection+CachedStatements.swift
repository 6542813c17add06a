// MARK: - Default implementations

@_documentation(visibility: internal)
extension SQLConnection {
  public var statementCache: StatementCache<Prepared>? { nil }

  public func cachedStatement(
    readsOnly: Bool, by write: (inout StatementKeyWriter) -> Bool,
    checkedBy render: () throws -> Statement?
  ) throws -> Prepared? {
    try statementCache?.bound(readsOnly ? .reading : .any, by: write, checkedBy: render)
  }

  public func canCacheInserts<T: DatabaseTable>(into table: T.Type) -> Bool { true }

  public func bound(_ query: SelectNode, asking question: QueryQuestion) throws -> Prepared {
    let known = try cachedStatement(readsOnly: false) {
      $0.write(query, asking: question)
    } checkedBy: {
      try query.tree(for: question).statement(in: dialect)
    }
    if let known { return known }
    let rendered = try query.tree(for: question).statement(in: dialect)
    let statement = try checkedStatement(rendered.sql)
    statementCache?.insert(rendered, .reading) { $0.write(query, asking: question) }
    try statement.bind(rendered.arguments)
    return statement
  }
}

// MARK: - Writes and raw SQL

extension SQLConnection {
  /// Returns the cached statement of an update or a delete that differs from this one only in its
  /// values, with this write's values bound; nil if no such statement is cached.
  @inlinable
  func bound<T: DatabaseTable>(_ write: RowsWrite, of table: T.Type) throws -> Prepared? {
    try cachedStatement(readsOnly: false) {
      $0.write(write, of: ObjectIdentifier(table))
    } checkedBy: {
      try write.statement(of: table, in: dialect)
    }
  }

  /// Returns the cached statement of an insert of one row, or of a query's rows, that differs from
  /// this one only in its values, with this insert's values bound; nil if no such statement is
  /// cached.
  @inlinable
  func bound<T: DatabaseTable>(_ insert: InsertNode, of table: T.Type) throws -> Prepared? {
    try cachedStatement(readsOnly: false) {
      $0.write(insert, of: ObjectIdentifier(table))
    } checkedBy: {
      try insert.statement(of: table, in: dialect)
    }
  }

  /// Returns whether a statement is cached that differs from this write only in its values.
  func hasCached<T: DatabaseTable>(_ write: RowsWrite, of table: T.Type) -> Bool {
    statementCache?.contains { $0.write(write, of: ObjectIdentifier(table)) } ?? false
  }

  /// Returns whether a statement is cached that differs from this insert only in its values.
  func hasCached<T: DatabaseTable>(_ insert: InsertNode, of table: T.Type) -> Bool {
    statementCache?.contains { $0.write(insert, of: ObjectIdentifier(table)) } ?? false
  }

  /// Caches the prepared statement of a write, for writes that differ only in their values.
  func cache<T: DatabaseTable>(_ statement: Statement, of write: WriteNode, on table: T.Type) {
    guard let statementCache else { return }
    switch write.action {
    case .update, .delete:
      guard let rows = write.rows else { return }
      statementCache.insert(statement, .any) { $0.write(rows, of: ObjectIdentifier(table)) }
    case .insert(let insert):
      if !canCacheInserts(into: table) { return }
      let insert = insert.returning(write.results)
      statementCache.insert(statement, .any) { $0.write(insert, of: ObjectIdentifier(table)) }
    }
  }

  /// Returns the cached statement of read-only SQL that differs from this SQL only in its values,
  /// with this SQL's values bound; nil if no such statement is cached.
  @inlinable
  package func bound(_ sql: SQL) throws -> Prepared? {
    try cachedStatement(readsOnly: true) {
      $0.write(sql)
    } checkedBy: {
      try sql.statement(in: dialect)
    }
  }

  /// Caches the prepared statement of read-only SQL, for SQL that differs only in its values.
  @usableFromInline
  package func cache(_ statement: Statement, of sql: SQL) {
    statementCache?.insert(statement, .reading) { $0.write(sql) }
  }
}

extension RowsWrite {
  /// Renders the statement, for the check of keys.
  @usableFromInline
  func statement<T: DatabaseTable>(of table: T.Type, in dialect: SQLDialect) throws -> Statement? {
    try node(of: table).batches(of: table, in: dialect).first?.statement
  }
}

extension InsertNode {
  /// Renders the statement, for the check of keys.
  @usableFromInline
  func statement<T: DatabaseTable>(of table: T.Type, in dialect: SQLDialect) throws -> Statement? {
    try node(of: table).batches(of: table, in: dialect).first?.statement
  }
}
