import Synchronization

/// The columns that writes of each table name, for which its schema is asked once: two inserts of
/// one table have the same array then, and need not compare its names.
@usableFromInline
struct WrittenColumns: Sendable {
  /// In the order in which a value binds them.
  @usableFromInline let all: [String]
  /// The same but for the last, which is the key where the database gives it.
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
