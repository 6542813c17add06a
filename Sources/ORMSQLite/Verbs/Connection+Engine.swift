import ORMCore

// The primitives that the verbs are built on.
extension Connection: SQLConnection {
  @_documentation(visibility: internal)
  public func checkedStatement(
    _ sql: String, of type: (any TableOrView.Type)?
  ) throws -> PreparedStatement {
    guard let type else { return try checkedStatement(sql) }
    RedactedColumns.note(type)
    return try namingCreate(of: [type]) { try checkedStatement(sql) }
  }

  /// Runs `body` in a transaction that begins with `BEGIN IMMEDIATE`; see ``transaction(kind:_:)``.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction(kind: .immediate, body)
  }

  @_documentation(visibility: internal)
  public var batchParameterLimit: Int { limits.batchParameters }

  @_documentation(visibility: internal)
  public func isView(_ name: String) -> Bool { !RawConnection(handle).hasTable(name) }

  @_documentation(visibility: internal)
  public func canRead(_ sql: String) throws -> Bool { try statement(sql).isReadOnly }

  @_documentation(visibility: internal)
  @inlinable
  public func runUntriggered(_ statement: PreparedStatement) throws {
    try statement.run(refusingTriggers: authorizer)
  }

  @_documentation(visibility: internal)
  @inlinable
  public func write<Result>(
    by statement: PreparedStatement, _ direct: () throws -> Result,
    triggered: () throws -> Result
  ) throws -> Result {
    if statement.firesTriggers { return try triggered() }
    do {
      return try direct()
    } catch _ where statement.firesTriggers {
      forgetOutdated()
      return try triggered()
    }
  }

  /// Forgets the facts about tables if an insert was refused because it had to be compiled again.
  @usableFromInline
  @inline(never)
  func forgetOutdated() {
    if authorizer.consumeOutdated() { forgetTables() }
  }

  @_documentation(visibility: internal)
  @inlinable
  public func runKnown(_ insert: PreparedStatement) throws -> Bool {
    authorizer.guarded = insert.handle
    defer { authorizer.guarded = nil }
    do {
      try insert.run()
      return true
    } catch {
      if authorizer.consumeOutdated() { return false }
      throw error
    }
  }

  @_documentation(visibility: internal)
  public func unlessOutdated<Result>(
    _ statement: PreparedStatement, _ insert: () throws -> Result
  ) throws -> Result? {
    authorizer.guarded = statement.handle
    defer { authorizer.guarded = nil }
    do {
      return try insert()
    } catch {
      if authorizer.consumeOutdated() { return nil }
      throw error
    }
  }

  @_documentation(visibility: internal)
  public func diagnose(
    _ error: DatabaseError, of table: any DatabaseTable.Type, _ write: () throws -> FailedWrite
  ) -> DatabaseError {
    guard error.violation != nil else { return error }
    var error = error
    error.violation = ConstraintViolation(
      extendedCode: error.extendedCode, message: error.message, table: table.tableName,
      columns: table.schema.columns.map(\.name))
    switch error.violation?.kind {
    case .check:
      guard let name = error.violation?.constraint else { return error }
      let columns = table.schema.columns.filter {
        $0.check?.nameAsConstraint.hasSameBytes(as: name) == true
      }
      error.violation?.columns = columns.map(\.name)
      if columns.count == 1 { error.violation?.constraint = columns.first?.check }
    case .foreignKey:
      let diagnosis = ForeignKeyDiagnosis { try self.unreportedValues(of: $0) }
      if let found = try? diagnosis.violation(of: table.tableName, write()) {
        error.violation = found
      }
    default: break
    }
    return error
  }

  @_documentation(visibility: internal)
  public func values(of query: Statement) throws -> [[SQLValue]] {
    try unreportedValues(of: query)
  }

  /// Runs a query that hooks report as the caller's, and returns its rows without a type.
  func reportedValues(of query: Statement) throws -> [[SQLValue]] {
    let statement = try prepare(query.sql)
    try statement.bind(query.arguments)
    return try withoutWarnings { try statement.values() }
  }
}

extension String {
  /// SQLite's name for a `CHECK` without a name: its text, or, if that starts with a quote, only
  /// the quoted part.
  fileprivate var nameAsConstraint: String {
    let text = utf8.drop { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    guard let quote = text.first, "\"'`[".utf8.contains(quote) else { return "\(Substring(text))" }
    let rest = text.dropFirst()
    return
      "\(Substring(rest.prefix { $0 != (quote == UInt8(ascii: "[") ? UInt8(ascii: "]") : quote) }))"
  }
}
