/// The tables of a connection that someone observes, by their names.
struct WatchedTables {
  private var byName: [TableName: WatchedTable] = [:]
  /// The table of the last change, as most of those that follow are of the same one: its names stay
  /// in place, in memory that belongs to the schema and lasts as long as that does.
  private var recent: Recent?

  private struct Recent {
    let name: UnsafePointer<CChar>
    let database: UnsafePointer<CChar>
    let table: WatchedTable?
  }

  subscript(name: TableName) -> WatchedTable? { byName[name] }

  /// The table of a row; nil if nobody observes it.
  mutating func table(of change: RowChange) -> WatchedTable? {
    if let recent, recent.name == change.table, recent.database == change.database {
      return recent.table
    }
    let name = TableName(
      database: String(cString: change.database), table: String(cString: change.table))
    let table = byName[name]
    recent = Recent(name: change.table, database: change.database, table: table)
    return table
  }

  /// The table, which is from here on watched.
  mutating func watch(_ name: TableName, _ layout: TableLayout) -> WatchedTable {
    recent = nil
    let table = byName[name] ?? WatchedTable(layout)
    byName[name] = table
    return table
  }

  /// Forgets an observer of a table, and the table if nobody else observes it.
  mutating func remove(_ observer: Int, from name: TableName) {
    guard let table = byName[name], table.remove(observer) else { return }
    byName[name] = nil
    recent = nil
  }

  mutating func removeAll() {
    byName.removeAll()
    recent = nil
  }

  /// Forgets which table the last change was of.
  mutating func forgetRecent() { recent = nil }
}
