/// Rows of a table as they must be, with which those that are there are compared by what is stored:
/// one that is the same need not be made.
@usableFromInline
final class RowComparison {
  /// What the rows store, one behind the other. The key comes last in each.
  @usableFromInline let values: [SQLValue]
  @usableFromInline let width: Int
  @usableFromInline let keyWidth: Int
  @usableFromInline let count: Int
  /// The column of a fetch's result that has each of a row's values; none where a fetch leaves
  /// columns out.
  @usableFromInline let columns: [Int]
  /// Which rows are there as they must be.
  @exclusivity(unchecked) @usableFromInline var isSame: [Bool]
  /// The row that comes next, if those that are there come in the same order.
  @exclusivity(unchecked) @usableFromInline var next = 0
  private var placesOfKeys: [[SQLValue]: Int]?

  init(_ values: [SQLValue], of columns: StoredColumns) {
    self.values = values
    width = columns.names.count
    keyWidth = columns.keyWidth
    count = values.count / max(1, width)
    self.columns = columns.places
    isSame = Array(repeating: false, count: count)
  }

  /// Whether a row that is there is as it must be.
  @inlinable
  func knows<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Bool {
    if columns.isEmpty { return false }
    if next < count, hasKey(row, of: next) {
      next += 1
      return hasRest(row, of: next - 1)
    }
    guard let place = try place(of: row) else { return false }
    return hasRest(row, of: place)
  }

  /// Whether a row that is there has the key. One that has none yet is no row that is there.
  @inlinable
  func hasKey<Row: RowReader & ~Copyable>(_ row: borrowing Row, of place: Int) -> Bool {
    if case .null = values[(place + 1) * width - 1] { return false }
    return has(row, width - keyWidth..<width, of: place)
  }

  /// Whether a row that is there has the values in front of the key; it is noted then.
  @inlinable
  func hasRest<Row: RowReader & ~Copyable>(_ row: borrowing Row, of place: Int) -> Bool {
    guard has(row, 0..<width - keyWidth, of: place) else { return false }
    isSame[place] = true
    return true
  }

  @inlinable
  func has<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, _ positions: Range<Int>, of place: Int
  ) -> Bool {
    let start = place * width
    for position in positions
    where !values[start + position].isStored(in: row, at: columns[position]) {
      return false
    }
    return true
  }

  /// Where the row with the key of one that is there is.
  @usableFromInline
  func place<Row: RowReader & ~Copyable>(of row: borrowing Row) throws -> Int? {
    var key: [SQLValue] = []
    for column in columns.suffix(keyWidth) { key.append(try row.sqlValue(at: column)) }
    guard let place = place(of: key), !isSame[place] else { return nil }
    next = place + 1
    return place
  }

  private func place(of key: [SQLValue]) -> Int? {
    if let placesOfKeys { return placesOfKeys[key] }
    var places: [[SQLValue]: Int] = [:]
    for place in (0..<count).reversed() { places[self.key(of: place)] = place }
    placesOfKeys = places
    return places[key]
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

extension SQLValue {
  /// Whether the column of a row has this value, of the same storage class.
  @inlinable
  func isStored<Row: RowReader & ~Copyable>(in row: borrowing Row, at column: Int) -> Bool {
    switch (self, row.storageClass(at: column)) {
    case (.null, .null): true
    case (.integer(let value), .integer): (try? row.integer(at: column)) == value
    case (.real(let value), .real): row.realIfStored(at: column) == value
    case (.text, .text):
      // What is no UTF-8 is no value that Swift has.
      if let text = try? row.text(at: column) { .text(text) == self } else { false }
    case (.blob(let value), .blob):
      row.withBlobIfStored(at: column) { $0.elementsEqual(value) } ?? false
    default: false
    }
  }
}
