/// The keys of rows that are asked for, and where each is among the rows that came.
@usableFromInline
struct WantedKeys: Sendable {
  @usableFromInline var keys: StoredKeys
  /// The place of each key's row, or -1.
  @usableFromInline var places: [Int]
  /// How many rows came.
  @usableFromInline var count = 0

  /// - Parameter columns: Those of the rows that have the key.
  @usableFromInline
  init(_ values: [SQLValue], in columns: [Int]) {
    keys = StoredKeys(values, rowWidth: columns.count, in: columns)
    places = Array(repeating: -1, count: keys.count)
  }

  /// Notes which key a row has.
  @inlinable
  mutating func note<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    if let index = try keys.place(of: row) { places[index] = count }
    count += 1
  }

  /// The place of the row of a key, if there is one.
  @usableFromInline
  mutating func place(at index: Int) -> Int? {
    if places[index] >= 0 { return places[index] }
    // It may be asked for twice.
    guard let first = keys.place(of: keys.key(at: index)), places[first] >= 0 else { return nil }
    return places[first]
  }

  /// One of the keys.
  @usableFromInline
  func only(_ index: Int) -> WantedKeys { WantedKeys(keys.key(at: index), in: keys.columns) }

  /// That columns have one of the keys.
  func contain(_ columns: [SQLNode]) -> SQLNode { .among(keys.values, columns) }
}
