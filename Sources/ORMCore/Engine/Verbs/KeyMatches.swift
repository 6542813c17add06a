/// Which of the rows that a collection must have are which of those that it has, by their keys.
///
/// It knows no type of rows: what does is compiled for none in particular, and is slow.
struct KeyMatches {
  /// What a row stores, and its key if it has one.
  struct Row {
    let values: [SQLValue]
    let key: [SQLValue]?
  }

  /// How many values a key has, which come last in a row.
  let width: Int
  /// What the rows that are there store.
  var old: [[SQLValue]] = []
  /// The place among these of each row that must be there; nil if there is none.
  private(set) var places: [Int?] = []
  /// The rows whose key none of these has, by their index.
  private(set) var rest: [(index: Int, key: [SQLValue])] = []
  /// The places of keys, which are looked up if the rows do not come in one order.
  private var placesOfKeys: [[SQLValue]: Int]?
  private var isKept: [Bool] = []

  init(width: Int) { self.width = width }

  /// Finds the places of rows.
  ///
  /// - Returns: a key that none of those that are there has, and two of the rows have.
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

  /// Gives the place of a key to one of ``rest``.
  ///
  /// - Returns: whether a row that is there has the key.
  mutating func match(_ key: [SQLValue], with index: Int) -> Bool {
    guard let place = place(of: key, near: 0) else { return false }
    places[rest[index].index] = place
    return true
  }

  /// Keeps the row at the place.
  ///
  /// - Returns: whether it is kept already.
  mutating func keep(_ place: Int) -> Bool {
    let wasKept = isKept[place]
    isKept[place] = true
    return wasKept
  }

  /// The keys of the rows that are not kept.
  var keysNotKept: [[SQLValue]] {
    old.indices.filter { !isKept[$0] }.map { old[$0].last(width) }
  }

  /// - Parameter guess: Where the key is, if the rows come in the order of those that are there.
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
  /// The last values, as many as there are of these at most.
  func last(_ count: Int) -> [SQLValue] { Array(self[Swift.max(0, self.count - count)...]) }

  fileprivate func ends(with values: [SQLValue]) -> Bool {
    if values.count > count { return false }
    let start = count - values.count
    return values.indices.allSatisfy { self[start + $0] == values[$0] }
  }
}
