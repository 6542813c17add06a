/// The wanted rows of a table, with which existing rows are compared by their stored values, so
/// that equal rows need not be decoded.
@usableFromInline
final class RowComparison {
  /// The stored values of the wanted rows, row after row. The key comes last in each.
  @usableFromInline let values: [SQLValue]
  @usableFromInline let width: Int
  /// The position of each value in a fetch's result; empty if a fetch omits columns.
  @usableFromInline let columns: [Int]
  @exclusivity(unchecked) @usableFromInline var keys: StoredKeys
  /// For each wanted row, whether an equal row exists.
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

  /// Returns whether an existing row equals a wanted row.
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

  /// Returns whether these are the values at the positions, counted from `start`, and none is NULL.
  func has(_ others: [SQLValue], at positions: [Int], from start: Int) -> Bool {
    for (position, other) in zip(positions, others)
    where other == .null || values[start + position] != other {
      return false
    }
    return true
  }

  /// Returns whether a wanted row with an equal existing row has the key.
  func hasSame(key: [SQLValue]) -> Bool {
    isSame.indices.contains { isSame[$0] && self.key(of: $0) == key }
  }
}
