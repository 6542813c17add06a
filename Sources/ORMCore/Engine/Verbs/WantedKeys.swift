/// The keys of rows that are asked for, and where each is among the rows that came.
@usableFromInline
struct WantedKeys: Sendable {
  /// The values of the keys, one key behind the other.
  @usableFromInline let values: [SQLValue]
  @usableFromInline let width: Int
  /// The place of each key's row, or -1.
  @usableFromInline var places: [Int]
  /// How many rows came.
  @usableFromInline var count = 0
  /// The key that comes next, if rows come in the order of the keys.
  @usableFromInline var next = 0
  /// The first of each key, once the rows have come in another order.
  private var indices: [[SQLValue]: Int]?

  @usableFromInline
  init(_ values: [SQLValue], width: Int) {
    self.values = values
    self.width = max(1, width)
    places = Array(repeating: -1, count: values.count / self.width)
  }

  /// Notes which key a row has, whose values begin at the column.
  @inlinable
  mutating func note<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, from column: Int
  ) throws {
    count += 1
    if next < places.count, has(row, from: column) {
      places[next] = count - 1
      next += 1
    } else {
      try noteElsewhere(row, from: column)
    }
  }

  /// Whether a row has the key that comes next.
  @inlinable
  func has<Row: RowReader & ~Copyable>(_ row: borrowing Row, from column: Int) -> Bool {
    for offset in 0..<width
    where !values[next * width + offset].isStored(in: row, at: column + offset) {
      return false
    }
    return true
  }

  @usableFromInline
  mutating func noteElsewhere<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, from column: Int
  ) throws {
    var key: [SQLValue] = []
    for place in column..<column + width { key.append(try row.sqlValue(at: place)) }
    let indices = knownIndices()
    guard let index = indices[key] else { return }
    places[index] = count - 1
    next = index + 1
  }

  private mutating func knownIndices() -> [[SQLValue]: Int] {
    if let indices { return indices }
    let found = Dictionary(
      zip(values.tuples(of: width), places.indices), uniquingKeysWith: { first, _ in first })
    indices = found
    return found
  }

  /// The place of the row of a key, if there is one.
  @usableFromInline
  mutating func place(at index: Int) -> Int? {
    if places[index] >= 0 { return places[index] }
    // It may be asked for twice.
    let key = Array(values[index * width..<(index + 1) * width])
    guard let first = knownIndices()[key], places[first] >= 0 else { return nil }
    return places[first]
  }

  /// One of the keys.
  @usableFromInline
  func only(_ index: Int) -> WantedKeys {
    WantedKeys(Array(values[index * width..<(index + 1) * width]), width: width)
  }

  /// That columns have one of the keys.
  func contain(_ columns: [SQLNode]) -> SQLNode {
    columns.count == 1
      ? .inList(columns[0], values) : .among(values.tuples(of: width), columns)
  }
}
