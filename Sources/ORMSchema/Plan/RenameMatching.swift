import ORMCore

/// All names of a table or column, oldest first; the current name is the last.
struct NameHistory {
  let names: [SQLName]
  var current: SQLName { names[names.count - 1] }

  init(_ name: String, former: [String]) {
    // Names that differ only in case are the same name to SQLite.
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

/// Finds which tables or columns were renamed to which.
///
/// Names alone do not distinguish a swap from its result. If an earlier migration has recorded the
/// histories of names, `a` that became `b` is found by its history; otherwise by names, if they are
/// unambiguous.
struct RenameMatching {
  /// The result of matching histories or names.
  enum Result {
    /// For each element of ``wanted``, its place in ``found``; nil if it is new.
    case decided([Int?])
    /// These names all exist, and each was the former name of another one.
    case roundOfNames([SQLName])
    /// Two elements of ``wanted`` were renamed from the same element of ``found``.
    case claimedTwice(SQLName, SQLName, SQLName)
  }

  let wanted: [NameHistory]
  let found: [NameHistory]

  /// The order in which elements claim a name: of two whose histories begin alike, first the one
  /// with more names since.
  private var longestFirst: [Int] {
    wanted.indices.sorted { (wanted[$1].names.count, $0) < (wanted[$0].names.count, $1) }
  }

  /// Whether two elements with a common former name can't be told apart: each has been renamed
  /// since.
  private func areRivals(_ one: Int, _ other: Int) -> Bool {
    !wanted[one].isPrefix(of: wanted[other]) && !wanted[other].isPrefix(of: wanted[one])
  }

  private func claimedTwice(_ place: Int, _ one: Int, _ other: Int) -> Result {
    let (first, second) = (min(one, other), max(one, other))
    return .claimedTwice(found[place].current, wanted[first].current, wanted[second].current)
  }

  /// Matches by the recorded histories.
  func byHistory() -> Result {
    var match = [Int?](repeating: nil, count: wanted.count)
    var owners: [Int: Int] = [:]
    for place in longestFirst {
      let candidates = found.indices.filter { found[$0].isPrefix(of: wanted[place]) }
      for other in candidates.sorted(by: { found[$0].names.count > found[$1].names.count }) {
        if let owner = owners[other] {
          if areRivals(place, owner) { return claimedTwice(other, place, owner) }
          continue
        }
        match[place] = other
        owners[other] = place
        break
      }
    }
    // The record does not explain the remaining elements: their declarations have changed since, or
    // another program has added them.
    var ownersByName: [Int: Int] = [:]
    for place in wanted.indices where match[place] == nil {
      for name in wanted[place].names.reversed() {
        guard let other = found.indices.first(where: { found[$0].current == name }) else {
          continue
        }
        if let owner = ownersByName[other], name != wanted[place].current,
          found[other].current != wanted[owner].current, areRivals(place, owner)
        {
          return claimedTwice(other, place, owner)
        }
        if owners[other] != nil { continue }
        match[place] = other
        owners[other] = place
        ownersByName[other] = place
        break
      }
    }
    return .decided(match)
  }

  private var places: [SQLName: Int] {
    Dictionary(
      found.indices.map { (found[$0].current, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Matches one version of a history to the next. A former name is a name in the previous version,
  /// unless that version has already declared it as a former name.
  func byVersion() -> Result {
    let places = places
    var match = [Int?](repeating: nil, count: wanted.count)
    var owners: [Int: Int] = [:]
    var renamed = wanted.indices.filter { isDeclaredNow($0, places) }
    var isNew = Set<Int>()
    while let place = renamed.first {
      renamed.removeFirst()
      let former = wanted[place].names.dropLast().reversed().lazy.compactMap { places[$0] }.first
      guard let other = former else { continue }
      if let owner = owners[other] { return claimedTwice(other, place, owner) }
      (match[place], owners[other]) = (other, place)
      // The element that has the taken name in the new version was renamed, too, or is new.
      guard
        let loser = wanted.indices.first(where: { wanted[$0].current == found[other].current }),
        loser != place, match[loser] == nil, !renamed.contains(loser)
      else { continue }
      if wanted[loser].names.count > 1 { renamed.append(loser) } else { isNew.insert(loser) }
    }
    for place in wanted.indices where match[place] == nil && !isNew.contains(place) {
      if let other = places[wanted[place].current], owners[other] == nil {
        (match[place], owners[other]) = (other, place)
      }
    }
    return .decided(match)
  }

  /// Whether the former names differ from those that the previous version declares.
  private func isDeclaredNow(_ place: Int, _ places: [SQLName: Int]) -> Bool {
    let former = Array(wanted[place].names.dropLast())
    guard let last = former.last else { return false }
    guard let same = places[wanted[place].current] else { return true }
    let before = Array(found[same].names.dropLast())
    if former == before { return false }
    // The element is renamed now if its former names are all the names of another element, but not
    // if their list was only extended at the beginning.
    if let other = places[last], former == found[other].names { return true }
    return last != before.last
  }

  /// Matches by names alone.
  func byNames() -> Result {
    let places = places
    var match = wanted.map { places[$0.current] }
    if let cycle = cycle(match) { return .roundOfNames(cycle) }
    var owners: [Int: Int] = [:]
    var absent = longestFirst.filter { match[$0] == nil }
    while let place = absent.first {
      absent.removeFirst()
      for name in wanted[place].names.dropLast().reversed() {
        guard let other = places[name] else { continue }
        if let owner = owners[other] {
          if areRivals(place, owner) { return claimedTwice(other, place, owner) }
          continue
        }
        owners[other] = place
        if let loser = match.firstIndex(of: other) {
          match[loser] = nil
          absent.append(loser)
        }
        match[place] = other
        break
      }
    }
    return .decided(match)
  }

  /// A cycle of renames among existing names, such as two that are swapped; nil if there is none.
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
