import Synchronization

/// A cache of the rows of to-many relations of named tables, by the key path that declares the
/// relation, because a query looks its relations up each time that it is built.
enum KnownRelations {
  private struct Key: Hashable {
    let inverse: ObjectIdentifier
    let level: Int
  }

  private struct Entry: Sendable {
    // Safe: a key path never changes, and this one is never called. It is kept so that no other key
    // path gets its address.
    nonisolated(unsafe) let inverse: AnyKeyPath
    /// The name of the parent rows' table.
    let name: String?
    let rows: RelatedRows
    let table: RelatedTable
  }

  /// A limit that no program's declarations reach, because key paths can be made at run time.
  private static let capacity = 1000

  private static let known = Mutex<[Key: Entry]>([:])

  /// The rows, and the table that their columns refer to.
  static func rows(
    by inverse: AnyKeyPath, of place: TablePlace, level: Int,
    _ make: () -> (RelatedRows, RelatedTable)
  ) -> (rows: RelatedRows, table: RelatedTable) {
    guard case .named(let name) = place else { return make() }
    let key = Key(inverse: ObjectIdentifier(inverse), level: level)
    if let entry = known.withLock({ $0[key] }), entry.name.hasSameBytes(as: name) {
      return (entry.rows, entry.table)
    }
    let (rows, table) = make()
    let entry = Entry(inverse: inverse, name: name, rows: rows, table: table)
    known.withLock { known in
      if known.count == capacity { known.removeAll() }
      known[key] = entry
    }
    return (rows, table)
  }
}
