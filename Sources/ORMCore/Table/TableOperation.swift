/// The operations of a table's generated statements: an engine prepares each statement once and
/// finds it by the raw value.
@_documentation(visibility: internal)
public enum TableOperation: Int, CaseIterable {
  case selectAll, find, insert, insertWithoutKey, insertReadingBack, insertWithoutKeyReadingBack
  case update, upsert
  case delete, deleteAll, count, exists, largestKey, newest
}

extension TableOperation {
  /// Returns the SQL of the statement, which is built once for each connection.
  package func sql<T: TableOrView>(for source: T.Type) -> String {
    switch self {
    case .selectAll: return source.selectSQL
    case .count: return TableSchema.countSQL(of: source.tableName)
    default:
      guard let table = source as? any DatabaseTable.Type else { return "" }
      return sql(forWriting: table)
    }
  }

  private func sql(forWriting table: any DatabaseTable.Type) -> String {
    switch self {
    case .insert: return table.insertSQL
    case .insertWithoutKey: return table.schema.insertWithoutKeySQL
    case .insertWithoutKeyReadingBack:
      return table.schema.insertWithoutKeySQL + table.schema.returningClause
    case .insertReadingBack: return table.insertSQL + table.schema.returningClause
    case .deleteAll: return table.schema.deleteAllSQL
    case .newest:
      let rowID = table.schema.rowidName.quotedIdentifier
      return "\(table.selectSQL) ORDER BY \(rowID) DESC LIMIT 1"
    default:
      guard let keyed = table as? any KeyedTable.Type else { return "" }
      return sql(forKeyed: keyed)
    }
  }

  private func sql(forKeyed table: any KeyedTable.Type) -> String {
    switch self {
    case .find: return table.findSQL
    case .update: return table.checkedUpdateSQL
    case .upsert: return table.upsertSQL
    case .delete: return table.deleteSQL
    case .exists: return table.schema.existsSQL
    case .largestKey: return table.schema.largestKeySQL
    default: return ""
    }
  }
}
