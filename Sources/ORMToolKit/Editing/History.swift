import ORMCore

/// What was typed before, the oldest first.
package struct History: Sendable {
  package private(set) var entries: [String] = []
  /// How many there are at the most.
  package let limit: Int
  /// An entry that is longer is not kept: nobody looks for it, and all of them are in memory.
  package static let longest = 1 << 16

  package init(_ entries: [String] = [], limit: Int = 2000) {
    self.limit = limit
    self.entries = entries.suffix(limit)
  }

  /// Whether a text would be kept: not one that begins with a blank, by which a person says so,
  /// nor the last one again.
  package func takes(_ text: String) -> Bool {
    guard let first = text.utf8.first, !first.isSpace, text.utf8.count <= Self.longest else {
      return false
    }
    return entries.last.map { !$0.hasSameBytes(as: text) } ?? true
  }

  package mutating func add(_ text: String) {
    guard takes(text) else { return }
    entries.append(text)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
  }

  /// The next entry from a place on that has a text in it, whatever the case of ASCII's letters.
  ///
  /// - Parameter step: -1 for older ones, 1 for newer ones.
  package func place(of text: String, from start: Int, by step: Int) -> Int? {
    let text = text.loweredInASCII
    var place = start
    while entries.indices.contains(place) {
      if entries[place].loweredInASCII.contains(bytes: text) { return place }
      place += step
    }
    return nil
  }
}
