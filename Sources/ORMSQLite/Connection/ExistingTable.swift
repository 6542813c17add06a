import ORMCore

/// A table as it is in the database.
struct ExistingTable {
  struct Column {
    let name: String
    let type: String
    let isNullable: Bool
    let hasDefault: Bool
    let isGenerated: Bool
    /// From 1; 0 for a column outside of the key.
    let keyPosition: Int64
  }

  let columns: [Column]
  let isStrict: Bool
  let isWithoutRowID: Bool
  /// The columns of each `UNIQUE` index of all rows.
  let uniqueColumns: [Set<SQLName>]
}

extension Connection {
  /// Checks what is in the way of tables that are about to be created.
  ///
  /// A table whose `CREATE TABLE` has the text that would be run is as it should be: the texts of all are read
  /// at once, and nothing more of most.
  ///
  /// - Throws: ``SchemaMismatchError`` at the first source whose name belongs to something else.
  func checkExisting(_ sources: [any NamedSource.Type]) throws {
    var existing: [SQLName: (kind: String, sql: String)] = [:]
    for row in try schemaValues(
      "SELECT type, name, sql FROM main.sqlite_schema WHERE type IN ('table', 'view')", [])
    {
      guard case .text(let kind) = row[0], case .text(let name) = row[1],
        case .text(let sql) = row[2]
      else { continue }
      existing[SQLName(name)] = (sql.isOfVirtualTable ? "virtual table" : kind, sql)
    }
    if existing.isEmpty { return }
    for source in sources {
      guard let (kind, sql) = existing[SQLName(source.tableName)] else { continue }
      let differences = try differences(of: source, from: kind, sql)
      if !differences.isEmpty {
        throw SchemaMismatchError(
          table: source.tableName, type: "\(source)", differences: differences)
      }
    }
  }

  private func differences(
    of source: any NamedSource.Type, from kind: String, _ sql: String
  ) throws -> [SchemaMismatchError.Difference] {
    let expected =
      switch source {
      case is any DatabaseView.Type: "view"
      case is any VirtualTable.Type: "virtual table"
      default: "table"
      }
    // Characters: words of ASCII's letters
    if kind != expected { return [.kind(expected: expected, found: kind)] }
    // Characters: words of ASCII's letters
    guard expected == "table", let table = source as? any DatabaseTable.Type else { return [] }
    let schema = table.schema
    if sql.utf8.elementsEqual(schema.createSQL().utf8) { return [] }
    return schema.differences(from: try existingTable(schema.name))
  }

  /// See <https://www.sqlite.org/pragma.html#pragma_table_xinfo>.
  private func existingTable(_ name: String) throws -> ExistingTable {
    let columns = try schemaValues(
      """
      SELECT name, type, "notnull", dflt_value IS NOT NULL, hidden, pk
      FROM pragma_table_xinfo($1, 'main') WHERE hidden <> 1
      """, [.text(name)])
    // An SQLite older than STRICT tables has no list.
    let options = try? schemaValues(
      "SELECT strict, wr FROM pragma_table_list($1) WHERE schema = 'main'", [.text(name)])
    let unique = try schemaValues(
      """
      SELECT i.name, c.name FROM pragma_index_list($1, 'main') AS i, pragma_index_info(i.name, 'main') AS c
      WHERE i."unique" AND NOT i.partial
      """, [.text(name)])
    var indexes: [SQLValue: Set<SQLName>] = [:]
    for row in unique {
      // An expression has no name, and is no column.
      if case .text(let column) = row[1] { indexes[row[0], default: []].insert(SQLName(column)) }
    }
    return ExistingTable(
      columns: columns.compactMap { row in
        guard case .text(let name) = row[0], case .text(let type) = row[1],
          case .integer(let position) = row[5]
        else { return nil }
        return ExistingTable.Column(
          name: name, type: type, isNullable: row[2] == .integer(0),
          hasDefault: row[3] == .integer(1), isGenerated: row[4] != .integer(0),
          keyPosition: position)
      },
      isStrict: options?.first?[0] == .integer(1),
      isWithoutRowID: options?.first?[1] == .integer(1), uniqueColumns: Array(indexes.values))
  }

  /// The rows of a query of the schema. No hook is told of it: it is part of the statement that asks.
  private func schemaValues(_ sql: String, _ arguments: [SQLValue]) throws -> [[SQLValue]] {
    let statement = try PreparedStatement.only(
      sql, on: handle, arena: arena, callbackFailure: callbackFailure)
    try statement.bind(arguments)
    return try statement.values()
  }
}

extension String {
  /// SQLite keeps these two words as they are, whatever stood before them.
  fileprivate var isOfVirtualTable: Bool {
    utf8.prefix(14).map { $0 & 0xdf }.elementsEqual("CREATE VIRTUAL".utf8.map { $0 & 0xdf })
  }
}
