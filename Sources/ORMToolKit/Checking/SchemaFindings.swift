import ORMCore
import ORMSchema

/// Findings that need only the schema: references without an index, and superfluous indexes.
package enum SchemaFindings {
  package static func of(_ schema: Schema) -> [Finding] {
    let names = Set(schema.tables.map { SQLName($0.name) })
    return schema.tables.flatMap { table in
      table.references.filter { !names.contains(SQLName($0.table)) }
        .map { withoutParent($0, table) }
        + table.references.compactMap { withoutIndex($0, table, schema) }
        + schema.indexes(of: table.name).compactMap { superfluous($0, table, schema) }
    }
  }

  // MARK: - References

  /// SQLite accepts the declaration, and refuses each write to the table while it enforces
  /// references. See <https://www.sqlite.org/foreignkeys.html#fk_schemacommands>.
  private static func withoutParent(
    _ reference: Schema.Reference, _ table: Schema.Table
  ) -> Finding {
    Finding(
      "missing-parent", .warning, of: table.name,
      "\(reference.columns.joined(separator: ", ")) refers to the table \(reference.table), which"
        + " does not exist: while foreign keys are enforced, no row can be inserted",
      cure: nil)
  }

  /// SQLite searches for the children of a row that is deleted or whose key changes. Without an
  /// index, each search scans the whole table. See
  /// <https://www.sqlite.org/foreignkeys.html#fk_indexes>.
  private static func withoutIndex(
    _ reference: Schema.Reference, _ table: Schema.Table, _ schema: Schema
  ) -> Finding? {
    let names = Set(reference.columns.map(SQLName.init))
    let isFound = lists(of: table, schema).contains { list in
      // SQLite never searches for rows without a parent, so a partial index may leave them out.
      let isWhole = list.condition.map { $0.raisedInASCII.contains(bytes: "IS NOT NULL") } ?? true
      let leading = list.columns.prefix(names.count).compactMap { $0.column.map(SQLName.init) }
      return isWhole && Set(leading) == names
    }
    if isFound { return nil }
    let name = ([table.name] + reference.columns).joined(separator: "_")
    let columns = reference.columns.map(\.quotedIdentifier).joined(separator: ", ")
    return Finding(
      "reference-without-index", .warning, of: table.name,
      "deleting a row of \(reference.table) reads all of \(table.name): no index begins with "
        + reference.columns.joined(separator: ", "),
      cure: "CREATE INDEX \(name.quotedIdentifier) ON \(table.name.quotedIdentifier) (\(columns));")
  }

  // MARK: - Indexes

  private static func superfluous(
    _ index: Schema.Index, _ table: Schema.Table, _ schema: Schema
  ) -> Finding? {
    // Another index can't replace a unique or a partial one.
    if index.isUnique || index.condition != nil { return nil }
    let other = lists(of: table, schema).first { list in
      guard list.condition == nil, list.columns.starts(with: index.columns),
        list.index?.isSameName(as: index.name) != true
      else { return false }
      // Of two equal indexes, the unique one or the first one stays.
      return list.columns.count > index.columns.count || list.isUnique
        || SQLName(list.index ?? "") < SQLName(index.name)
    }
    guard let other else { return nil }
    let words = other.index.map { "the index \($0)" } ?? "a key of the table"
    return Finding(
      "superfluous-index", .warning, of: table.name,
      "the index \(index.name) only makes writes slower: \(words) begins with the same columns",
      cure: "DROP INDEX \(index.name.quotedIdentifier);")
  }

  /// The columns of an index or a key, in order.
  private struct ColumnList {
    var index: String?
    var columns: [Schema.IndexedColumn]
    var isUnique: Bool
    var condition: String?
  }

  private static func lists(of table: Schema.Table, _ schema: Schema) -> [ColumnList] {
    table.keys.map { ColumnList(index: nil, columns: $0.columns, isUnique: true) }
      + schema.indexes(of: table.name).map {
        ColumnList(
          index: $0.name, columns: $0.columns, isUnique: $0.isUnique, condition: $0.condition)
      }
  }
}

extension SQLName {
  fileprivate static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
