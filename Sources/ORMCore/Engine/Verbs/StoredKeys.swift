/// Finds keys by their stored values: first in order, because most rows have the order of the keys,
/// then in a dictionary.
@usableFromInline
struct StoredKeys: Sendable {
  /// The values of rows, row after row. The key comes last in each.
  @usableFromInline let values: [SQLValue]
  @usableFromInline let rowWidth: Int
  @usableFromInline let width: Int
  /// The indices of the key's columns in a result.
  @usableFromInline let columns: [Int]
  @usableFromInline let count: Int
  /// The position of the next key, if rows come in the order of the keys.
  @usableFromInline var next = 0
  /// The first position of each key, once rows have come in another order.
  private var places: [[SQLValue]: Int]?

  @usableFromInline
  init(_ values: [SQLValue], rowWidth: Int, in columns: [Int]) {
    self.values = values
    self.rowWidth = max(1, rowWidth)
    width = columns.count
    self.columns = columns
    count = values.count / self.rowWidth
  }

  /// Returns the position of a row's key.
  @inlinable
  mutating func place<Row: RowReader & ~Copyable>(of row: borrowing Row) throws -> Int? {
    if next < count, isNext(in: row) {
      next += 1
      return next - 1
    }
    return try placeElsewhere(of: row)
  }

  /// Returns whether a row has the next key. A key with NULL matches no row.
  @inlinable
  func isNext<Row: RowReader & ~Copyable>(in row: borrowing Row) -> Bool {
    let start = (next + 1) * rowWidth - width
    for index in 0..<width {
      let value = values[start + index]
      if case .null = value { return false }
      if !value.isStored(in: row, at: columns[index]) { return false }
    }
    return true
  }

  @usableFromInline
  mutating func placeElsewhere<Row: RowReader & ~Copyable>(of row: borrowing Row) throws -> Int? {
    var key: [SQLValue] = []
    for column in columns { key.append(try row.sqlValue(at: column)) }
    let place = place(of: key)
    if let place { next = place + 1 }
    return place
  }

  /// Returns the first position of a key.
  mutating func place(of key: [SQLValue]) -> Int? {
    if key.contains(.null) { return nil }
    if let places { return places[key] }
    let places = Dictionary(
      (0..<count).map { (self.key(at: $0), $0) }, uniquingKeysWith: { first, _ in first })
    self.places = places
    return places[key]
  }

  func key(at place: Int) -> [SQLValue] {
    let end = (place + 1) * rowWidth
    return Array(values[end - width..<end])
  }
}

extension SQLValue {
  /// Returns whether the column of a row has this value, in the same storage class.
  @inlinable
  func isStored<Row: RowReader & ~Copyable>(in row: borrowing Row, at column: Int) -> Bool {
    switch (self, row.storageClass(at: column)) {
    case (.null, .null): true
    case (.integer(let value), .integer): (try? row.integer(at: column)) == value
    case (.real(let value), .real): row.realIfStored(at: column) == value
    case (.text, .text):
      // Text that is not UTF-8 equals no value in Swift.
      if let text = try? row.text(at: column) { .text(text) == self } else { false }
    case (.blob(let value), .blob):
      row.withBlobIfStored(at: column) { $0.elementsEqual(value) } ?? false
    default: false
    }
  }
}
