import Synchronization

/// The writable columns of a table, and their positions in a fetch's result.
struct StoredColumns: Sendable {
  /// The columns' names, in the order of the values. The key's columns come last.
  let names: [String]
  let keyWidth: Int
  /// The position of each column in a fetch's result; empty if the result lacks a column.
  let places: [Int]
  /// The positions of the key's columns.
  let keyPlaces: [Int]

  private static let known = Mutex<[ObjectIdentifier: StoredColumns]>([:])

  /// Returns the columns of a table, which are determined once.
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
