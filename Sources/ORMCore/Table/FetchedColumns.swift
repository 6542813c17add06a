import Synchronization

/// A cache of the columns that a fetch of each table reads: building a schema takes longer than
/// building a query.
enum FetchedColumns {
  private static let known = Mutex<[ObjectIdentifier: [String]]>([:])

  static func of<T: DatabaseTable>(_ table: T.Type) -> [String] {
    let key = ObjectIdentifier(table)
    if let columns = known.withLock({ $0[key] }) { return columns }
    let columns = T.schema.fetchedColumns
    known.withLock { $0[key] = columns }
    return columns
  }
}
