import Synchronization

/// A cache of the writable columns of each table: two inserts into one table then have the same
/// array, so that its names need not be compared.
@usableFromInline
struct WrittenColumns: Sendable {
  /// The columns, in the order in which a value binds them.
  @usableFromInline let all: [String]
  /// The columns without the last, which is the key if the database generates it.
  @usableFromInline let withoutLast: [String]

  private static let known = Mutex<[ObjectIdentifier: WrittenColumns]>([:])

  @usableFromInline
  static func of<T: DatabaseTable>(_ table: T.Type) -> WrittenColumns {
    let key = ObjectIdentifier(table)
    if let columns = known.withLock({ $0[key] }) { return columns }
    let all = T.schema.writableColumns
    let columns = WrittenColumns(all: all, withoutLast: Array(all.dropLast()))
    known.withLock { $0[key] = columns }
    return columns
  }
}
