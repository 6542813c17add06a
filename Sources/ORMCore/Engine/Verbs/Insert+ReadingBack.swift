// Inserts of rows whose columns the database fills, or which triggers may change.
extension SQLConnection {
  @usableFromInline
  @inline(never)
  package func insertReadingBack<T: DatabaseTable>(_ value: T) throws -> T {
    var collector = ValueCollector()
    do {
      try value.bind(to: &collector)
    } catch {
      throw described(error, of: T.self) { try value.bind(to: &$0) }
    }
    return try insertReadingBack(
      collector.values, withoutKey: value.needsGeneratedKey, omitting: value.omittedColumns)
  }

  @usableFromInline
  @inline(never)
  package func insertReadingBack<Draft: TableDraft>(_ draft: Draft) throws -> Draft.Target {
    var collector = ValueCollector()
    do {
      try draft.bind(to: &collector)
    } catch {
      throw described(error, of: Draft.Target.self) { try draft.bind(to: &$0) }
    }
    return try insertReadingBack(
      collector.values, withoutKey: true, omitting: draft.omittedColumns)
  }

  /// - Parameters:
  ///   - values: The values of the columns that are written; the key comes last.
  ///   - positions: The positions, from 1, of the columns that are left to the database, except
  ///     the key.
  func insertReadingBack<T: DatabaseTable>(
    _ values: [SQLValue], withoutKey: Bool, omitting positions: [Int]
  ) throws -> T {
    let schema = T.schema
    // The key's columns come last.
    let all = withoutKey ? schema.writableColumnsWithoutKey : schema.writableColumns
    let written = all.indices.filter { !positions.contains($0 + 1) }
    let arguments = written.map { values[$0] }
    return try insertedRow(
      T.self, naming: .positions(written), arguments,
      FailedWrite(written.map { all[$0] }, arguments))
  }
}
