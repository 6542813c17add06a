/// What the generated statements of a table do: each is prepared once and found by its number.
@usableFromInline
package enum TableOperation: Int, CaseIterable {
  case selectAll, find, insert, insertReadingBack, update, upsert
  case delete, deleteAll, count, exists, largestKey
}

extension TableOperation {
  /// The text of the statement, which is put together once for each connection.
  package func sql<T: NamedSource>(for source: T.Type) -> String {
    switch self {
    case .selectAll: return source.selectSQL
    case .count: return "SELECT count(*) FROM \(source.tableName.quotedIdentifier)"
    default:
      guard let table = source as? any DatabaseTable.Type else { return "" }
      return sql(forWriting: table)
    }
  }

  private func sql(forWriting table: any DatabaseTable.Type) -> String {
    switch self {
    case .insert: return table.insertSQL
    case .insertReadingBack: return table.insertSQL + table.schema.returningClause
    case .deleteAll: return "DELETE FROM \(table.tableName.quotedIdentifier)"
    default:
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
    case .largestKey:
      let key = table.primaryKeyColumns.map { "max(\($0.quotedIdentifier))" }
      return "SELECT \(key.joined(separator: ", ")) FROM \(table.tableName.quotedIdentifier)"
    default: return ""
    }
  }
}
