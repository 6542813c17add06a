/// A description of a failed write, from which an engine finds the cause.
@_documentation(visibility: internal)
public struct FailedWrite {
  /// The rows to write, each by column; empty if they are not known.
  package var rows: [[SQLName: SQLValue]] = []
  /// A `SELECT *` of the rows to change or delete, which are unchanged after the failure.
  package var target: Statement?

  @usableFromInline
  package init(rows: [[SQLName: SQLValue]] = [], target: Statement? = nil) {
    self.rows = rows
    self.target = target
  }
}

extension FailedWrite {
  /// - Parameter values: The values of the columns that are written; the key comes last.
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
  /// Returns a `SELECT *` of the row with this key.
  package func row(key: some Sequence<SQLValue>) -> Statement {
    Statement(
      sql: "SELECT * FROM \(name.quotedIdentifier) WHERE \(keyCondition)", arguments: Array(key))
  }
}
