/// Rows of a table as they must be, with which those that are there are compared by what is stored:
/// one that is the same need not be made.
@usableFromInline
final class RowComparison {
  /// What the rows store, one behind the other. The key comes last in each.
  @usableFromInline let values: [SQLValue]
  @usableFromInline let width: Int
  /// The column of a fetch's result that has each of a row's values; none where a fetch leaves
  /// columns out.
  @usableFromInline let columns: [Int]
  @exclusivity(unchecked) @usableFromInline var keys: StoredKeys
  /// Which rows are there as they must be.
  @exclusivity(unchecked) @usableFromInline var isSame: [Bool]
  let keyWidth: Int

  init(_ values: [SQLValue], of columns: StoredColumns) {
    self.values = values
    width = columns.names.count
    keyWidth = columns.keyWidth
    self.columns = columns.places
    keys = StoredKeys(values, rowWidth: width, in: columns.keyPlaces)
    isSame = Array(repeating: false, count: keys.count)
  }

  /// Whether a row that is there is as it must be.
  @inlinable
  func knows<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Bool {
    if columns.isEmpty { return false }
    guard let place = try keys.place(of: row) else { return false }
    let start = place * width
    for position in 0..<width - keys.width
    where !values[start + position].isStored(in: row, at: columns[position]) {
      return false
    }
    isSame[place] = true
    return true
  }

  // MARK: - One of the rows

  func values(of place: Int) -> [SQLValue] {
    Array(values[place * width..<(place + 1) * width])
  }

  func key(of place: Int) -> [SQLValue] {
    let end = (place + 1) * width
    return Array(values[end - keyWidth..<end])
  }

  /// Whether these are the values at the positions behind the start, none of which is NULL.
  func has(_ others: [SQLValue], at positions: [Int], from start: Int) -> Bool {
    for (position, other) in zip(positions, others)
    where other == .null || values[start + position] != other {
      return false
    }
    return true
  }

  /// Whether a row that is there as it must be has the key.
  func hasSame(key: [SQLValue]) -> Bool {
    isSame.indices.contains { isSame[$0] && self.key(of: $0) == key }
  }
}
