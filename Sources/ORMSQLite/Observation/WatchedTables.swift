internal import CPlatform

/// The observed tables of a connection, by their names.
struct WatchedTables {
  private var byName: [TableName: WatchedTable] = [:]
  /// The table of the last change, since the next change is mostly one of the same table: its names
  /// in the schema, and their addresses, which stay valid until the transaction ends.
  private var recent: Recent?

  private struct Recent {
    let name: TableName
    var place: (table: UnsafePointer<CChar>, database: UnsafePointer<CChar>)?
    let table: WatchedTable?

    func isSame(as change: RowChange) -> Bool {
      if let place { return place.table == change.table && place.database == change.database }
      return name.table.isText(at: change.table) && name.database.isText(at: change.database)
    }
  }

  subscript(name: TableName) -> WatchedTable? { byName[name] }

  /// The table of a row; nil if it is not observed.
  mutating func table(of change: RowChange) -> WatchedTable? {
    if let recent, recent.isSame(as: change) {
      if recent.place == nil { self.recent?.place = (change.table, change.database) }
      return recent.table
    }
    let name = TableName(
      database: String(cString: change.database), table: String(cString: change.table))
    let table = byName[name]
    recent = Recent(name: name, place: (change.table, change.database), table: table)
    return table
  }

  /// Watches a table, and returns it.
  mutating func watch(_ name: TableName, _ layout: TableLayout) -> WatchedTable {
    recent = nil
    let table = byName[name] ?? WatchedTable(layout)
    byName[name] = table
    return table
  }

  /// Removes an observer of a table, and the table if it has no others.
  mutating func remove(_ observer: Int, from name: TableName) {
    guard let table = byName[name], table.remove(observer) else { return }
    byName[name] = nil
    recent = nil
  }

  mutating func removeAll() {
    byName.removeAll()
    recent = nil
  }

  /// Forgets the addresses of the last table's names.
  mutating func forgetPlaces() { recent?.place = nil }
}

extension String {
  /// Whether these are the bytes of a C string.
  fileprivate func isText(at text: UnsafePointer<CChar>) -> Bool {
    let count = utf8.count
    return strlen(text) == count && withCString { orm_bytes_are_equal($0, text, count) != 0 }
  }
}
