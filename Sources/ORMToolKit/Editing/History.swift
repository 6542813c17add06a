import ORMCore

/// The history of typed texts, the oldest first.
package struct History: Sendable {
  package private(set) var entries: [String] = []
  /// The maximum number of entries.
  package let limit: Int
  /// The maximum length of an entry in bytes. Longer ones are not kept, because all entries are in
  /// memory.
  package static let longest = 1 << 16

  package init(_ entries: [String] = [], limit: Int = 2000) {
    self.limit = limit
    self.entries = entries.suffix(limit)
  }

  /// Whether a text is added. It is not if it begins with a blank or equals the last entry.
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

  /// The place of the next entry that contains a text, ignoring the case of ASCII letters.
  ///
  /// - Parameter step: -1 for older entries, 1 for newer ones.
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
