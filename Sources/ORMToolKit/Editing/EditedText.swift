/// A text with a cursor, which is never inside a user-perceived character: a letter with its marks,
/// an emoji of several parts.
package struct EditedText: Sendable {
  /// The text in UTF-8.
  package private(set) var bytes: [UInt8]
  /// The offset of the byte after the cursor.
  package private(set) var cursor: Int

  /// A text with the cursor at its end.
  package init(_ text: String = "") {
    bytes = Array(text.utf8)
    cursor = bytes.count
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var isEmpty: Bool { bytes.isEmpty }
  package var isAtEnd: Bool { cursor == bytes.count }
}

// MARK: - Places

extension EditedText {
  /// The maximum length of a character in bytes.
  private static let longestSign = 128

  /// The place after the character that begins at a place.
  package func place(after place: Int) -> Int {
    guard place < bytes.count else { return bytes.count }
    // Two ASCII bytes are one character only in `\r\n`.
    if bytes[place] < 0x80, place + 1 == bytes.count || bytes[place + 1] < 0x80 { return place + 1 }
    let end = scalarStart(atOrBefore: min(bytes.count, place + Self.longestSign))
    // Characters: what a reader sees as one character
    let sign = String(decoding: bytes[place..<end], as: UTF8.self).first
    return min(bytes.count, place + max(1, sign?.utf8.count ?? 1))
  }

  /// The place before the character that ends at a place.
  package func place(before place: Int) -> Int {
    guard place > 0 else { return 0 }
    if bytes[place - 1] < 0x80 { return place - 1 }
    let start = scalarStart(atOrBefore: max(0, place - Self.longestSign))
    // Characters: what a reader sees as one character
    let sign = String(decoding: bytes[start..<place], as: UTF8.self).last
    return max(0, place - max(1, sign?.utf8.count ?? 1))
  }

  private func scalarStart(atOrBefore place: Int) -> Int {
    var place = place
    while place > 0, place < bytes.count, bytes[place] & 0xc0 == 0x80 { place -= 1 }
    return place
  }

  package var lineStart: Int { lineStart(of: cursor) }
  package var lineEnd: Int { bytes[cursor...].firstIndex(of: 0x0a) ?? bytes.count }

  private func lineStart(of place: Int) -> Int {
    bytes[..<place].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
  }

  private func isWord(_ place: Int) -> Bool {
    switch bytes[place] {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0x24, 0x80...: true
    default: false
    }
  }

  /// The beginning of the word before the cursor.
  package var wordStart: Int {
    var place = cursor
    while place > 0, !isWord(place - 1) { place -= 1 }
    while place > 0, isWord(place - 1) { place -= 1 }
    return place
  }

  package var wordEnd: Int {
    var place = cursor
    while place < bytes.count, !isWord(place) { place += 1 }
    while place < bytes.count, isWord(place) { place += 1 }
    return place
  }

  /// The beginning of the word before the cursor, delimited by blanks only.
  package var blankStart: Int {
    func isBlank(_ place: Int) -> Bool { bytes[place] == 0x20 || (9...13).contains(bytes[place]) }
    var place = cursor
    while place > 0, isBlank(place - 1) { place -= 1 }
    while place > 0, !isBlank(place - 1) { place -= 1 }
    return place
  }
}

// MARK: - Changes

extension EditedText {
  package mutating func move(to place: Int) { cursor = min(max(0, place), bytes.count) }

  package mutating func insert(_ new: some Collection<UInt8>) {
    bytes.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  /// Removes a part, and moves the cursor to its place.
  ///
  /// - Returns: The removed bytes.
  @discardableResult
  package mutating func remove(_ range: Range<Int>) -> [UInt8] {
    let removed = Array(bytes[range])
    bytes.removeSubrange(range)
    cursor = range.lowerBound
    return removed
  }

  package mutating func replace(_ range: Range<Int>, with new: some Collection<UInt8>) {
    remove(range)
    insert(new)
  }

  /// Exchanges the characters before and after the cursor, or the last two of a line.
  package mutating func transpose() {
    var middle = cursor
    if middle == lineEnd { middle = place(before: middle) }
    let start = place(before: middle)
    guard middle > lineStart, middle < bytes.count, start < middle else { return }
    let end = place(after: middle)
    replace(start..<end, with: Array(bytes[middle..<end]) + bytes[start..<middle])
  }

  /// Moves to the line above or below, to the same number of characters from its beginning.
  ///
  /// - Returns: false if there is no such line.
  package mutating func moveLine(by step: Int) -> Bool {
    var column = 0
    var place = lineStart
    while place < cursor {
      place = self.place(after: place)
      column += 1
    }
    let start: Int
    if step < 0 {
      guard lineStart > 0 else { return false }
      start = lineStart(of: lineStart - 1)
    } else {
      guard lineEnd < bytes.count else { return false }
      start = lineEnd + 1
    }
    cursor = start
    let end = lineEnd
    for _ in 0..<column where cursor < end { cursor = self.place(after: cursor) }
    return true
  }
}
