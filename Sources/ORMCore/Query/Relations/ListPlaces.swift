/// The keys of one list, each once, and which of them each row has.
///
/// Each key has a list, at the key's own place.
@usableFromInline
struct ListPlaces: Sendable {
  /// The keys, if each is one integer.
  @usableFromInline let integers: [Int64]
  /// Whether each of the integers is greater than the one before it.
  @usableFromInline let areAscending: Bool
  /// The places of integers that are not ascending.
  @usableFromInline let placesOfIntegers: [Int64: Int]
  /// The keys, if one is something else, and their places.
  private let values: [[SQLValue]]
  private let placesOfValues: [[SQLValue]: Int]
  /// The place of each row's key, or -1 if it has none. Nil if each row has one of its own.
  @usableFromInline let ofRows: [Int]?
  @usableFromInline let count: Int

  init(_ keys: ListKeyColumn) {
    if keys.areIntegers {
      self.init(keys.integers)
    } else {
      self.init(keys.values)
    }
  }

  private init(_ keys: [Int64]) {
    areAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    values = []
    placesOfValues = [:]
    if areAscending {
      integers = keys
      placesOfIntegers = [:]
      ofRows = nil
    } else {
      var distinct = DistinctKeys<Int64>(count: keys.count)
      for key in keys { distinct.append(key) }
      integers = distinct.keys
      placesOfIntegers = distinct.places
      ofRows = distinct.ofRows
    }
    count = integers.count
  }

  private init(_ keys: [[SQLValue]?]) {
    var distinct = DistinctKeys<[SQLValue]>(count: keys.count)
    for key in keys { distinct.append(key) }
    integers = []
    areAscending = false
    placesOfIntegers = [:]
    values = distinct.keys
    placesOfValues = distinct.places
    ofRows = distinct.ofRows
    count = values.count
  }

  @inlinable
  func noLists<Output>() -> [[Output]] { Array(repeating: [], count: count) }
}

/// Keys as they come, each kept once.
private struct DistinctKeys<Key: Hashable> {
  private(set) var keys: [Key] = []
  private(set) var places: [Key: Int] = [:]
  private(set) var ofRows: [Int] = []

  init(count: Int) {
    places.reserveCapacity(count)
    ofRows.reserveCapacity(count)
  }

  mutating func append(_ key: Key?) {
    guard let key else { return ofRows.append(-1) }
    let place = places[key] ?? keys.count
    if place == keys.count {
      places[key] = place
      keys.append(key)
    }
    ofRows.append(place)
  }
}

// MARK: - What statements are given

extension ListPlaces {
  private var areIntegers: Bool { !integers.isEmpty }

  var first: [SQLValue] { areIntegers ? [.integer(integers[0])] : values[0] }

  var keys: [[SQLValue]] { areIntegers ? integers.map { [.integer($0)] } : values }

  /// The keys, where each is one value.
  var columnOfKeys: [SQLValue] {
    areIntegers ? integers.map { .integer($0) } : values.map { $0[0] }
  }

  var bytes: [UInt8] {
    areIntegers ? ValueList(columnOfKeys).bytes : ValueList(rows: values).bytes
  }

  /// Whether SQLite finds nothing equal to a key but its very value, of the same class.
  var areExact: Bool { areIntegers || values.allSatisfy { $0.allSatisfy(\.isExact) } }
}

extension SQLValue {
  /// Whether SQLite finds no other value equal to this one, of the same class.
  fileprivate var isExact: Bool {
    switch self {
    case .integer, .blob: true
    case .null, .real, .text: false
    }
  }
}

// MARK: - Whose a row is

/// Finds the list that a row is in.
@usableFromInline
struct ListFinder: Sendable {
  private let places: ListPlaces
  var listsOfRows: [Int]? { places.ofRows }
  private let columns: Range<Int>
  /// Whether all rows are in one list.
  @usableFromInline let isOne: Bool
  /// The column of the key, if keys are one integer each, or -1.
  @usableFromInline let integerColumn: Int
  /// The key of the last row, and its place: rows of one list are often beside each other.
  @usableFromInline var lastInteger: Int64 = 0
  @usableFromInline var lastPlace = -1
  private var last: [SQLValue] = []
  /// Whether a row referred to something that is no key, and to something whose equals differ.
  private(set) var misses = false
  private(set) var missesInexact = false

  @usableFromInline
  init(_ places: ListPlaces, _ columns: Range<Int>, isOne: Bool) {
    self.places = places
    self.columns = columns
    self.isOne = isOne
    integerColumn = places.integers.isEmpty || isOne ? -1 : columns.lowerBound
  }

  /// The place of the list that a row is in, or -1 if it is in none.
  @inlinable
  mutating func place<Row: RowReader & ~Copyable>(of row: borrowing Row) throws -> Int {
    if isOne { return 0 }
    guard integerColumn >= 0, case .integer = row.storageClass(at: integerColumn) else {
      return try placeOfOther(row)
    }
    let key = try row.integer(at: integerColumn)
    if key != lastInteger || lastPlace < 0 { find(key) }
    return lastPlace
  }

  @usableFromInline
  mutating func find(_ key: Int64) {
    let next = lastPlace + 1
    lastInteger = key
    lastPlace =
      if places.areAscending {
        places.integers.place(of: key, expectedAt: next)
      } else {
        places.placesOfIntegers[key] ?? -1
      }
    if lastPlace < 0 { misses = true }
  }

  @usableFromInline
  mutating func placeOfOther<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Int {
    var key: [SQLValue] = []
    for column in columns { key.append(try row.sqlValue(at: column)) }
    if key == last && lastPlace >= 0 { return lastPlace }
    last = key
    lastPlace = places.place(of: key)
    if lastPlace < 0 && !key.contains(.null) {
      misses = true
      if !key.allSatisfy(\.isExact) { missesInexact = true }
    }
    defer { if integerColumn >= 0 { lastPlace = -1 } }
    return lastPlace
  }
}

extension ListPlaces {
  fileprivate func place(of key: [SQLValue]) -> Int { placesOfValues[key] ?? -1 }
}

extension [Int64] {
  /// The place of a number in numbers that ascend, or -1 if it is not among them.
  fileprivate func place(of number: Int64, expectedAt expected: Int) -> Int {
    if expected < count, self[expected] == number { return expected }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number ? low : -1
  }
}
