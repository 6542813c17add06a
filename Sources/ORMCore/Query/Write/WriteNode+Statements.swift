/// One statement of a write.
package struct WriteBatch {
  package let statement: Statement
  /// The rows that the statement inserts.
  package var rows: ArraySlice<InsertedRow> = []
  /// Whether the statement joins tables because it uses relations.
  package var joinsRelations = false
}

extension RowsWrite {
  /// The whole tree.
  package func node<T: DatabaseTable>(of table: T.Type) -> WriteNode {
    WriteNode(self, of: T.tableName, identity: TableKeyColumns<T>.self)
  }
}

extension InsertNode {
  /// The whole tree.
  package func node<T: DatabaseTable>(of table: T.Type) -> WriteNode {
    WriteNode(.insert(returning([])), of: T.tableName, returning: results)
  }
}

extension WriteNode {
  func statement<T: DatabaseTable>(
    of table: T.Type, in dialect: SQLDialect = .sqlite
  ) throws -> Statement {
    let batches = try batches(of: table, in: dialect)
    guard batches.count == 1 else {
      throw StatementCountError(table: T.tableName, count: batches.count)
    }
    return batches[0].statement
  }

  /// The statements of the write.
  ///
  /// - Parameters:
  ///   - parameterLimit: The maximum number of parameters in a statement that inserts several rows.
  ///   - isTrigger: Whether the statements are the body of a trigger.
  ///   - dialect: The SQL of the engine.
  package func batches<T: DatabaseTable>(
    of table: T.Type, parameterLimit: Int = EngineLimits.sqlite.parameters, isTrigger: Bool = false,
    in dialect: SQLDialect = .sqlite
  ) throws -> [WriteBatch] {
    try checkWritable(in: T.schema)
    var write = self
    if !isTrigger && dialect.checksValues { write.results += generatedChecks(of: T.self) }
    do {
      switch action {
      case .insert(let insert):
        guard case .rows(let rows) = insert.source else {
          return [try write.batch(isTrigger: isTrigger, dialect)]
        }
        return try write.batches(
          of: rows, parameterLimit: parameterLimit, isTrigger: isTrigger, dialect)
      case .update, .delete: return [try write.batch(isTrigger: isTrigger, dialect)]
      }
    } catch var error as ValueEncodingError {
      error.table = error.table ?? T.tableName
      throw error.redacted(in: [T.self])
    }
  }

  /// The checks of generated columns, except those columns that are in the results anyway.
  private func generatedChecks<T: DatabaseTable>(of table: T.Type) -> [ResultColumn] {
    if case .delete = action { return [] }
    return T.generatedChecks.filter { check in
      !results.contains { check.node.unchecked == $0.node.withoutQualifier }
    }
  }

  private func batches(
    of rows: [InsertedRow], parameterLimit: Int, isTrigger: Bool, _ dialect: SQLDialect
  ) throws -> [WriteBatch] {
    var batches: [WriteBatch] = []
    var rest = rows[...]
    // One row is one statement, whatever its size.
    let most = rows.count == 1 ? parameterLimit : try parameterLimit - otherArgumentCount(dialect)
    while let columns = rest.first?.columns {
      // If a single row has too many values, SQLite reports it.
      let size = columns.isEmpty ? 1 : max(1, most / columns.count)
      let batch = rest.prefix(size).prefix { $0.columns.haveSameBytes(as: columns) }
      batches.append(try self.batch(of: batch, isTrigger: isTrigger, dialect))
      rest = rest.dropFirst(batch.count)
    }
    return batches
  }

  /// The number of the insert's arguments that are not values of its rows.
  private func otherArgumentCount(_ dialect: SQLDialect) throws -> Int {
    guard case .insert(let insert) = action, !insert.conflicts.isEmpty || !results.isEmpty else {
      return 0
    }
    return try batch(isTrigger: false, dialect).statement.arguments.count
  }

  private func batch(
    of rows: ArraySlice<InsertedRow> = [], isTrigger: Bool, _ dialect: SQLDialect
  ) throws -> WriteBatch {
    var renderer = SQLRenderer(dialect: dialect)
    renderer.isTrigger = isTrigger
    try renderer.append(self, rows: rows)
    return WriteBatch(
      statement: renderer.statement, rows: rows, joinsRelations: renderer.joinsRelations)
  }

  private func checkWritable(in schema: TableSchema) throws {
    let readOnly = schema.columns.filter { !$0.isWritable }.map(\.name)
    if readOnly.isEmpty { return }
    guard let column = columns.first(where: readOnly.contains(name:)) else { return }
    throw DatabaseError(
      extendedCode: .readOnly,
      message: "the column \"\(column)\" of \"\(schema.name)\" is read-only")
  }
}

extension SQLNode {
  fileprivate var withoutQualifier: SQLNode {
    if case .column(_, let name) = kind { .column(qualifier: nil, name: name) } else { self }
  }
}

extension TargetNode {
  /// Creates the target for the rows of a query.
  init<T: DatabaseTable>(_ query: SelectNode, of table: T.Type, isAll: Bool = false) {
    self.init(
      table: T.tableName, identity: TableKeyColumns<T>.self, query: query, isAll: isAll)
  }
}

/// The columns that identify the table's rows, from its schema.
@usableFromInline
enum TableKeyColumns<T: DatabaseTable>: IdentifyingColumns {
  @usableFromInline static var columns: [String] { T.schema.rowIdentifier }
}
