import ORMCore

// A table that another program has created may have several rows with the same key. A write by key
// is then done in a transaction, which is rolled back if it changes more than one row.
extension Connection {
  /// Makes a write by key run as one that fires triggers, if several rows can have the key.
  func checkKey<T: TableOrView>(of source: T.Type, for statement: PreparedStatement) throws {
    if let isUnique = uniqueKeys[ObjectIdentifier(source)] {
      if !isUnique { statement.firesTriggers = true }
      return
    }
    guard let table = source as? any KeyedTable.Type else { return }
    if try !isKeyUnique(of: table) { statement.firesTriggers = true }
  }

  @_documentation(visibility: internal)
  public func isKeyUnique<T: KeyedTable>(of table: T.Type) throws -> Bool {
    if let known = uniqueKeys[ObjectIdentifier(table)] { return known }
    let isUnique = try looksUnique(of: table)
    uniqueKeys[ObjectIdentifier(table)] = isUnique
    return isUnique
  }

  private func looksUnique<T: KeyedTable>(of table: T.Type) throws -> Bool {
    let schema = T.schema
    if table is any VirtualTable.Type || isRowID(schema.primaryKey, of: schema) { return true }
    // The key of a view can't be determined.
    guard let stored = try storedTable(schema.name) else { return true }
    let own = stored.columns.filter { $0.keyPosition > 0 }.map(\.name)
    if !own.isEmpty && own.allSatisfy(schema.primaryKey.contains(name:)) { return true }
    let reader = SchemaReader { try self.unreportedValues(of: $0) }
    return try reader.hasUniqueIndex(on: schema.primaryKey, of: schema.name)
  }

  /// Whether the columns are the rowid, by its name in a query.
  private func isRowID(_ columns: [String], of schema: TableSchema) -> Bool {
    let name = ["_rowid_", "rowid", "oid"].first { name in
      !schema.columns.contains { $0.name.isSameName(as: name) }
    }
    guard columns.count == 1, let name else { return false }
    return RawConnection(handle).nameOfRowID(name, of: schema.name)?
      .isSameName(as: columns[0]) == true
  }
}
