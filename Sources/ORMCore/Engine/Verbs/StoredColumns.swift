import Synchronization

/// The columns that a row of a table stores values in, and where a fetch has them.
struct StoredColumns: Sendable {
  /// Their names, in the order of the values. Those of the key come last.
  let names: [String]
  let keyWidth: Int
  /// The column of a fetch's result that has each, if it has all of them.
  let places: [Int]
  /// Those of the key.
  let keyPlaces: [Int]

  private static let known = Mutex<[ObjectIdentifier: StoredColumns]>([:])

  /// Those of a table, found out once.
  static func of(_ table: any KeyedTable.Type) -> StoredColumns {
    let key = ObjectIdentifier(table)
    if let columns = known.withLock({ $0[key] }) { return columns }
    let columns = StoredColumns(table)
    known.withLock { $0[key] = columns }
    return columns
  }

  private init(_ table: any KeyedTable.Type) {
    names = table.schema.writableColumns
    keyWidth = table.primaryKeyColumns.count
    let fetched = table.selectedColumns
    let places = names.compactMap { fetched.firstIndex(ofName: $0) }
    self.places = places.count == names.count && keyWidth > 0 ? places : []
    keyPlaces = Array(self.places.suffix(keyWidth))
  }
}
