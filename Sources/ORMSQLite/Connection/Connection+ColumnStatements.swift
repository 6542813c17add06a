import ORMCore

@_documentation(visibility: internal)
extension Connection {
  /// How many statements of some columns a connection keeps for a table: more than programs have.
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
    if statements.ofColumns.count == Self.columnStatementCapacity {
      statements.ofColumns.removeFirst()
    }
    statements.ofColumns.append(made)
    return made
  }
}
