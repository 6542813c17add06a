import ORMCore

/// A table as it is in the database.
struct ExistingTable {
  let columns: [SchemaReader.Column]
  let isStrict: Bool
  let isWithoutRowID: Bool
  /// The columns of each `UNIQUE` index of all rows.
  let uniqueColumns: [Set<SQLName>]
}

extension Connection {
  /// Checks what is in the way of tables that are about to be created.
  ///
  /// A table whose `CREATE TABLE` has the text that would be run is as it should be: the texts of
  /// all are read at once, and nothing more of most.
  ///
  /// - Throws: ``SchemaMismatchError`` at the first source whose name belongs to something else.
  func checkExisting(_ sources: [any NamedSource.Type]) throws {
    var existing: [SQLName: (kind: String, sql: String)] = [:]
    for entry in try unreportedSchema.entries() {
      // Characters: words of ASCII's letters
      guard entry.type == "table" || entry.type == "view", let sql = entry.sql else { continue }
      existing[SQLName(entry.name)] = (sql.isOfVirtualTable ? "virtual table" : entry.type, sql)
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

  private func existingTable(_ name: String) throws -> ExistingTable {
    let schema = unreportedSchema
    // An SQLite older than STRICT tables has no list.
    let options = try? schema.options(of: name, in: "main")
    return ExistingTable(
      columns: try schema.columns(of: name, in: "main").filter { $0.kind != 1 },
      isStrict: options?.isStrict == true, isWithoutRowID: options?.isWithoutRowID == true,
      uniqueColumns: try schema.uniqueColumns(of: name, in: "main"))
  }

  /// No hook reports its statements: they are part of the statement that asks.
  private var unreportedSchema: SchemaReader { SchemaReader { try self.unreportedValues(of: $0) } }

  /// The rows of a query that no hook reports.
  func unreportedValues(of query: Statement) throws -> [[SQLValue]] {
    let statement = try PreparedStatement.only(
      query.sql, on: handle, arena: arena, callbackFailure: callbackFailure)
    try statement.bind(query.arguments)
    return try statement.values()
  }
}

extension String {
  /// SQLite keeps these two words as they are, whatever stood before them.
  fileprivate var isOfVirtualTable: Bool {
    utf8.prefix(14).map { $0 & 0xdf }.elementsEqual("CREATE VIRTUAL".utf8.map { $0 & 0xdf })
  }
}
