import ORMCore
import ORMSchema

extension SchemaReader {
  /// Returns the shadow tables of the main database, in which virtual tables store their data.
  ///
  /// - Parameter entries: The rows of the schema table.
  func shadowTables(_ entries: [Schema.Entry]) throws -> Set<SQLName> {
    let virtual = entries.filter(\.isVirtualTable)
    if virtual.isEmpty { return [] }
    let tables = Schema(reading: virtual).virtualTables
    let known = tables.flatMap { ($0.shadowNames ?? []).map { SQLName($0) } }
    let names = Set(
      entries.lazy.filter { $0.type.isSameName(as: "table") }.map { SQLName($0.name) })
    return try registeredShadowTables(tables).union(known).intersection(names)
  }

  /// Returns the shadow tables of modules that this package does not know, which must be
  /// registered.
  ///
  /// `pragma_table_list` connects each virtual table, so it is not used if all modules are SQLite's
  /// own.
  func registeredShadowTables(_ tables: [Schema.VirtualTable]) throws -> Set<SQLName> {
    if tables.allSatisfy({ $0.shadowNames != nil }) { return [] }
    let sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'"
    do {
      return Set(try rows(sql).compactMap { $0.first?.textValue.map { SQLName($0) } })
    } catch let error as DatabaseError where error.code == .error {
      // The module is missing, or SQLite is older than 3.37, which introduced the list of tables.
      return []
    }
  }
}

extension Schema.Entry {
  /// Whether this is a virtual table.
  package var isVirtualTable: Bool {
    guard type.isSameName(as: "table"), let sql else { return false }
    let words = Array(SQLTokens(sql).lazy.filter { !$0.isBlank }.prefix(2))
    return words.count == 2 && words[0].isKeyword("CREATE") && words[1].isKeyword("VIRTUAL")
  }
}
