// Inserts of rows in which the database fills columns, or which triggers may change.
extension SQLConnection {
  @usableFromInline
  @inline(never)
  package func insertReadingBack<T: DatabaseTable>(_ value: T) throws -> T {
    var collector = ValueCollector()
    do {
      try value.bind(to: &collector)
    } catch {
      throw explain(error, of: T.self) { try value.bind(to: &$0) }
    }
    return try insertReadingBack(collector.values, omitting: value.omittedColumns)
  }

  @usableFromInline
  @inline(never)
  package func insertReadingBack<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target {
    var collector = ValueCollector()
    do {
      try draft.bind(to: &collector)
    } catch {
      throw explain(error, of: Draft.Target.self) { try draft.bind(to: &$0) }
    }
    return try insertReadingBack(collector.values + [.null], omitting: draft.omittedColumns)
  }

  private func insertReadingBack<T: DatabaseTable>(
    _ values: [SQLValue], omitting positions: [Int]
  ) throws -> T {
    let arguments = values.enumerated().filter { !positions.contains($0.offset + 1) }.map(\.element)
    let schema = T.schema
    let columns = schema.writableColumns.enumerated()
      .filter { !positions.contains($0.offset + 1) }.map(\.element)
    let statement =
      positions.isEmpty
      ? try writingStatement(.insertReadingBack, for: T.self)
      : try checkedStatement(schema.insertSQL(omitting: positions) + schema.returningClause)
    return try insertedRow(
      T.self, by: statement, arguments, FailedWrite(columns, arguments))
  }
}
