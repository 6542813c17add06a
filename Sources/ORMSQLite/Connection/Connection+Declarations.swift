import ORMCore

extension Connection {
  /// Checks the declarations of tables for mistakes that the compiler can't see: each column can
  /// read its `DEFAULT`, and has the representation of the column that it refers to.
  ///
  /// - Throws: ``ColumnDeclarationError``
  func checkDeclarations(of tables: [any DatabaseTable.Type]) throws {
    for table in tables {
      let schema = table.schema
      try schema.checkReferences()
      for column in schema.columns where column.declared.hasWrittenDefault {
        guard let sql = column.defaultSQL, let representation = column.declared.representation
        else { continue }
        let reason = try unreadable(sql, in: column, representation)
        guard let reason else { continue }
        throw ColumnDeclarationError(
          table: schema.name, column: column.name,
          reason: .unreadableDefault(sql: sql, description: reason))
      }
    }
  }

  /// Returns the reason that a default can't be read; nil if it can be read, or if SQLite can't
  /// evaluate it, for example because a function is missing.
  ///
  /// The default is stored once, in a table of a database in memory, so that SQLite itself converts
  /// it as it would for the column.
  private func unreadable<Representation: ColumnRepresentation>(
    _ sql: String, in column: ColumnSchema, _ representation: Representation.Type
  ) throws -> String? {
    let owner = try ConnectionHandle(path: ":memory:", for: .creating)
    let arena = ParameterArena()
    let failure = SwiftFunctionError()
    _ = try? configuration.prepare(owner.pointer)
    for (_, addition) in extensions.additions(after: 0) {
      try addition.register(on: owner.pointer, failure: failure, isInSchema: true)
    }
    func prepared(_ sql: String) throws -> PreparedStatement {
      try PreparedStatement.only(
        sql, on: owner.pointer, arena: arena, callbackFailure: failure)
    }
    var tried = TableSchema("declared")
    tried.columns = [ColumnSchema("value", type: column.type, isNullable: true)]
    tried.columns[0].defaultSQL = sql
    if case .named = column.type { tried.isStrict = false }
    do {
      try prepared(tried.createSQL()).run()
      try prepared("INSERT INTO declared DEFAULT VALUES").run()
    } catch let error as DatabaseError {
      guard error.violation?.kind == .dataType else { return nil }
      let found = try? prepared("SELECT typeof(\(sql))").firstValue(as: String.self)
      return "it is \((found ?? nil) ?? "a value") for a column of \(column.type)"
    }
    do {
      _ = try prepared("SELECT value FROM declared").firstValue(as: Representation.self)
      return nil
    } catch let error as RowDecodingError {
      return "\(error.reason)"
    }
  }
}
