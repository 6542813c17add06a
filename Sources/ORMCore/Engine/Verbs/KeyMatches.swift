/// Matches the wanted rows of a collection to its existing rows by key.
///
/// It is not generic over the type of the rows, because unspecialized generic code is slow.
struct KeyMatches {
  /// The stored values of a row, and its key if it has one.
  struct Row {
    let values: [SQLValue]
    let key: [SQLValue]?
  }

  /// The number of values of a key, which come last in a row.
  let width: Int
  /// The stored values of the existing rows.
  var old: [[SQLValue]] = []
  /// For each wanted row, the position of its existing row; nil if there is none.
  private(set) var places: [Int?] = []
  /// The wanted rows whose key no existing row has.
  private(set) var rest: [(index: Int, key: [SQLValue])] = []
  /// The positions of keys, which are used if the rows are in different orders.
  private var placesOfKeys: [[SQLValue]: Int]?
  private var isKept: [Bool] = []

  init(width: Int) { self.width = width }

  /// Finds the existing row of each wanted row.
  ///
  /// - Returns: A key that two of the wanted rows have and no existing row has; nil if there is
  ///   none.
  mutating func match(_ rows: [Row]) -> [SQLValue]? {
    isKept = Array(repeating: false, count: old.count)
    places.reserveCapacity(rows.count)
    var next = 0
    for (index, row) in rows.enumerated() {
      guard let key = row.key else {
        places.append(nil)
        continue
      }
      let place = place(of: key, near: next)
      places.append(place)
      if let place { next = place + 1 } else { rest.append((index, key)) }
    }
    if rest.count < 2 { return nil }
    var seen: Set<[SQLValue]> = []
    return rest.first { !seen.insert($0.key).inserted }?.key
  }

  /// Matches one of ``rest`` to the existing row with this key.
  ///
  /// - Returns: Whether an existing row has the key.
  mutating func match(_ key: [SQLValue], with index: Int) -> Bool {
    guard let place = place(of: key, near: 0) else { return false }
    places[rest[index].index] = place
    return true
  }

  /// Marks the existing row at this position as kept.
  ///
  /// - Returns: Whether it was kept already.
  mutating func keep(_ place: Int) -> Bool {
    let wasKept = isKept[place]
    isKept[place] = true
    return wasKept
  }

  /// The keys of the existing rows that are not kept.
  var keysNotKept: [[SQLValue]] {
    old.indices.filter { !isKept[$0] }.map { old[$0].last(width) }
  }

  /// - Parameter guess: The position of the key if the rows are in the order of the existing rows.
  private mutating func place(of key: [SQLValue], near guess: Int) -> Int? {
    if guess < old.count, old[guess].ends(with: key) { return guess }
    if let placesOfKeys { return placesOfKeys[key] }
    var places: [[SQLValue]: Int] = [:]
    for (place, values) in old.enumerated() { places[values.last(width)] = place }
    placesOfKeys = places
    return places[key]
  }
}

extension [SQLValue] {
  /// Returns the last `count` values, or all if there are fewer.
  func last(_ count: Int) -> [SQLValue] { Array(self[Swift.max(0, self.count - count)...]) }

  fileprivate func ends(with values: [SQLValue]) -> Bool {
    if values.count > count { return false }
    let start = count - values.count
    return values.indices.allSatisfy { self[start + $0] == values[$0] }
  }
}
