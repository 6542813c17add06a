extension TableOperation {
  /// The text of the statement, which is put together once for each connection.
  func sql<T: Table>(for table: T.Type) -> String {
    let name = T.tableName.quotedIdentifier
    switch self {
    case .selectAll: return T.selectSQL
    case .insert: return T.insertSQL
    case .insertReadingBack: return T.insertSQL + T.schema.returningClause
    case .insertBatch: return T.insertSQL
    case .deleteAll: return "DELETE FROM \(name)"
    case .count: return "SELECT count(*) FROM \(name)"
    case .find, .update, .upsert, .delete, .exists:
      guard let keyed = table as? any KeyedTable.Type else { return "" }
      return sql(forKeyed: keyed)
    }
  }

  private func sql(forKeyed table: any KeyedTable.Type) -> String {
    switch self {
    case .find: return table.findSQL
    case .update: return table.updateSQL
    case .upsert: return table.upsertSQL
    case .delete: return table.deleteSQL
    case .exists:
      return "SELECT 1 FROM \(table.tableName.quotedIdentifier) WHERE \(table.schema.keyCondition)"
    default: return ""
    }
  }
}
