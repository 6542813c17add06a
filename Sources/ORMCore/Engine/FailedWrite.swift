/// What a write that failed was about to do.
///
/// The verbs tell it to an engine that has to find out what was wrong.
@_documentation(visibility: internal)
public struct FailedWrite {
  /// The rows that it wrote, each by column, if it named them.
  package var rows: [[SQLName: SQLValue]] = []
  /// A `SELECT *` of the rows that it changed or deleted, as they are without it.
  package var target: Statement?

  @usableFromInline
  package init(rows: [[SQLName: SQLValue]] = [], target: Statement? = nil) {
    self.rows = rows
    self.target = target
  }
}

extension FailedWrite {
  /// - Parameter values: Of the columns that are written, the key's last.
  package init<T: DatabaseTable>(_ table: T.Type, values: [SQLValue]) {
    let schema = T.schema
    self.init(schema.writableColumns, values)
    if !schema.primaryKey.isEmpty && values.count == schema.writableColumns.count {
      target = schema.row(key: values.suffix(schema.primaryKey.count))
    }
  }

  package init(_ columns: [String], _ values: [SQLValue], target: Statement? = nil) {
    self.init(
      rows: [Dictionary(zip(columns.map(SQLName.init), values), uniquingKeysWith: { $1 })],
      target: target)
  }
}

extension TableSchema {
  /// The row with this key, whatever its columns.
  package func row(key: some Sequence<SQLValue>) -> Statement {
    Statement(
      sql: "SELECT * FROM \(name.quotedIdentifier) WHERE \(keyCondition)", arguments: Array(key))
  }
}
