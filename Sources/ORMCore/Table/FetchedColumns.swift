import Synchronization

/// The columns that a row of each table is fetched with, for which its schema is made once.
///
/// To make a schema takes longer than to write a query.
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
