import ORMCore

@_documentation(visibility: internal)
extension Connection {
  /// The maximum number of statements for some of a table's columns that a connection caches: more
  /// than programs use.
  private static var columnStatementCapacity: Int { 16 }

  public func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, _ columns: ChosenColumns
  ) throws -> ColumnStatement<PreparedStatement> {
    if !isLent { try checkLent() }
    let statements = recentlyUsedStatements(of: table)
    if let known = statements.ofColumns.last(where: { $0.does(operation, with: columns) }) {
      try check(known.statement)
      return known
    }
    let made = try ColumnStatement(operation, of: table, columns) {
      try checkedStatement($0, of: table)
    }
    if operation == .insert || operation == .insertReadingBack {
      try checkGivesKey(of: table) { !made.names.contains(name: $0) }
    }
    if operation == .update { try checkKey(of: table, for: made.statement) }
    if statements.ofColumns.count == Self.columnStatementCapacity {
      statements.ofColumns.removeFirst()
    }
    statements.ofColumns.append(made)
    return made
  }

  public func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, at keyPaths: [AnyKeyPath]
  ) throws -> ColumnStatement<PreparedStatement>? {
    if !isLent { try checkLent() }
    let statements = recentlyUsedStatements(of: table)
    guard let known = statements.ofColumns.last(where: { $0.does(operation, at: keyPaths) }) else {
      return nil
    }
    try check(known.statement)
    return known
  }

  public func remember<T: DatabaseTable>(
    _ keyPaths: [AnyKeyPath], of table: T.Type, for operation: ColumnOperation, _ names: [String]
  ) {
    let statements = recentlyUsedStatements(of: table)
    let place = statements.ofColumns.lastIndex { $0.does(operation, with: .names(names)) }
    if let place { statements.ofColumns[place].keyPaths = keyPaths }
  }
}
