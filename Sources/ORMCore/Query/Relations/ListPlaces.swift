/// The distinct keys of one to-many list, and the key of each row.
///
/// A key and its list have the same index, which is called their place.
@usableFromInline
struct ListPlaces: Sendable {
  /// The keys, if each is one integer.
  @usableFromInline let integers: [Int64]
  /// Whether each integer is greater than the one before it.
  @usableFromInline let areAscending: Bool
  /// The places of the integers, if they are not ascending.
  @usableFromInline let placesOfIntegers: [Int64: Int]
  /// The keys, if one of them is not an integer, and their places.
  private let values: [[SQLValue]]
  private let placesOfValues: [[SQLValue]: Int]
  /// The place of each row's key, or -1 if it has none. Nil if each row has its own key.
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

/// Distinct keys in the order of their first occurrence.
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

// MARK: - Arguments of statements

extension ListPlaces {
  private var areIntegers: Bool { !integers.isEmpty }

  var first: [SQLValue] { areIntegers ? [.integer(integers[0])] : values[0] }

  var keys: [[SQLValue]] { areIntegers ? integers.map { [.integer($0)] } : values }

  /// The keys, if each is one value.
  var columnOfKeys: [SQLValue] {
    areIntegers ? integers.map { .integer($0) } : values.map { $0[0] }
  }

  var bytes: [UInt8] {
    areIntegers ? ValueList(columnOfKeys).bytes : ValueList(rows: values).bytes
  }

  /// Whether SQLite compares no key as equal to another value of the same storage class.
  var areExact: Bool { areIntegers || values.allSatisfy { $0.allSatisfy(\.isExact) } }
}

extension SQLValue {
  /// Whether SQLite compares no other value of the same storage class as equal to this one.
  fileprivate var isExact: Bool {
    switch self {
    case .integer, .blob: true
    case .null, .real, .text: false
    }
  }
}

// MARK: - The list of a row

/// Finds the list that a row is in.
@usableFromInline
struct ListFinder: Sendable {
  private let places: ListPlaces
  var listsOfRows: [Int]? { places.ofRows }
  private let columns: Range<Int>
  /// Whether all rows are in one list.
  @usableFromInline let isOne: Bool
  /// The column of the key if each key is one integer, otherwise -1.
  @usableFromInline let integerColumn: Int
  /// The key of the last row, and its place: the rows of a list are often adjacent.
  @usableFromInline var lastInteger: Int64 = 0
  @usableFromInline var lastPlace = -1
  private var last: [SQLValue] = []
  /// Whether a reference was not one of the keys, and whether one of those references was inexact:
  /// SQLite may compare it as equal to a key.
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
  /// The index of a number in ascending numbers, or -1 if it is not among them.
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
