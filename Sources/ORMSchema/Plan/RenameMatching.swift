import ORMCore

/// The names that something has had, the oldest first, that of now at the end.
struct NameHistory {
  let names: [SQLName]
  var current: SQLName { names[names.count - 1] }

  init(_ name: String, former: [String]) {
    // A name with only other case is the same to SQLite.
    var names: [SQLName] = []
    for name in (former + [name]).map({ SQLName($0) }) where names.last != name {
      names.append(name)
    }
    self.names = names
  }

  func isPrefix(of other: NameHistory) -> Bool {
    names.count <= other.names.count && zip(names, other.names).allSatisfy { $0 == $1 }
  }
}

/// Decides what has been renamed to what.
///
/// Names alone can't tell a swap from its result. If a migration before has noted the histories of
/// names, what was `a` and then `b` is found by that; otherwise by names, if they decide.
struct RenameMatching {
  let wanted: [NameHistory]
  let found: [NameHistory]

  /// The places in ``found`` for those in ``wanted``; nil for what is new. With the histories that
  /// were noted.
  func byHistory() -> [Int?] {
    var match = [Int?](repeating: nil, count: wanted.count)
    var taken: Set<Int> = []
    let longestFirst = wanted.indices.sorted {
      (wanted[$1].names.count, $0) < (wanted[$0].names.count, $1)
    }
    for place in longestFirst {
      let candidates = found.indices.filter {
        !taken.contains($0) && found[$0].isPrefix(of: wanted[place])
      }
      guard let best = candidates.max(by: { found[$0].names.count < found[$1].names.count }) else {
        continue
      }
      match[place] = best
      taken.insert(best)
    }
    // What the notes don't know: declared otherwise since, or added by others.
    for place in wanted.indices where match[place] == nil {
      for name in wanted[place].names.reversed() {
        guard let other = found.indices.first(where: { found[$0].current == name }),
          !taken.contains(other)
        else { continue }
        match[place] = other
        taken.insert(other)
        break
      }
    }
    return match
  }

  /// The places in ``found``, by names alone; nil if they can't decide, and the names that are in
  /// the way.
  func byNames() -> (match: [Int?]?, undecided: [SQLName]) {
    let places = Dictionary(
      found.indices.map { (found[$0].current, $0) }, uniquingKeysWith: { first, _ in first })
    var match = wanted.map { places[$0.current] }
    if let cycle = cycle(match) { return (nil, cycle) }
    var renamed: Set<Int> = []
    var absent = wanted.indices.filter { match[$0] == nil }
    while let place = absent.first {
      absent.removeFirst()
      let other = wanted[place].names.dropLast().reversed().lazy
        .compactMap { places[$0] }.first { !renamed.contains($0) }
      guard let other else { continue }
      renamed.insert(other)
      if let loser = match.firstIndex(of: other) {
        match[loser] = nil
        absent.append(loser)
      }
      match[place] = other
    }
    return (match, [])
  }

  /// Names that are all there and were each other's.
  private func cycle(_ match: [Int?]) -> [SQLName]? {
    let present = wanted.indices.filter { match[$0] != nil }
    let byName = Dictionary(
      present.map { (wanted[$0].current, $0) }, uniquingKeysWith: { first, _ in first })
    for start in present {
      var seen: [Int] = []
      var queue = [start]
      while let place = queue.popLast() {
        for name in wanted[place].names.dropLast() {
          guard let next = byName[name], next != place else { continue }
          if next == start { return (seen + [place]).map { wanted[$0].current } + [name] }
          if !seen.contains(next) {
            seen.append(next)
            queue.append(next)
          }
        }
      }
    }
    return nil
  }
}
