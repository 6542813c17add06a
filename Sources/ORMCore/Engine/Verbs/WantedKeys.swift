/// The keys of requested rows, and the position of each key's row in the result.
@usableFromInline
struct WantedKeys: Sendable {
  @usableFromInline var keys: StoredKeys
  /// The position of each key's row in the result, or -1.
  @usableFromInline var places: [Int]
  /// The number of rows read.
  @usableFromInline var count = 0

  /// - Parameter columns: The indices of the key's columns in the rows.
  @usableFromInline
  init(_ values: [SQLValue], in columns: [Int]) {
    keys = StoredKeys(values, rowWidth: columns.count, in: columns)
    places = Array(repeating: -1, count: keys.count)
  }

  /// Records the position of a row under its key.
  @inlinable
  mutating func note<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    if let index = try keys.place(of: row) { places[index] = count }
    count += 1
  }

  /// Returns the position of the row of the key at this index, if there is one.
  @usableFromInline
  mutating func place(at index: Int) -> Int? {
    if places[index] >= 0 { return places[index] }
    // The key may be requested twice.
    guard let first = keys.place(of: keys.key(at: index)), places[first] >= 0 else { return nil }
    return places[first]
  }

  /// Returns only the key at this index.
  @usableFromInline
  func only(_ index: Int) -> WantedKeys { WantedKeys(keys.key(at: index), in: keys.columns) }

  /// Returns the condition that the columns contain one of the keys.
  func contain(_ columns: [SQLNode]) -> SQLNode { .among(keys.values, columns) }
}
