/// A key or another input of a terminal.
package enum TypedKey: Sendable, Hashable {
  /// Typed characters, in UTF-8.
  case text([UInt8])
  /// Pasted text, as a whole.
  case paste([UInt8])
  case enter, lineBreak, tab, escape
  case left, right, lineUp, lineDown, home, end, wordLeft, wordRight
  case backspace, delete, deleteWordLeft, deleteWordRight, deleteBackToBlank
  case deleteToEnd, deleteToStart, yank, transpose, undo
  case clearScreen, search, searchForward, earlier, later
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D.
  case endOfInput
  /// Ctrl-Z.
  case suspend
  /// The terminal is gone.
  case hangUp
}

/// Reads keys from the bytes that a terminal sends.
///
/// An incomplete sequence waits for its rest. Only time distinguishes the escape key from the
/// beginning of a sequence, so the reader of the terminal calls ``keysAfterPause()`` when nothing
/// has arrived for a while.
package struct KeyReader: Sendable {
  private var waiting: [UInt8] = []
  /// The text pasted so far; nil outside of a paste.
  private var pasted: [UInt8]?
  private static let pasteEnd = Array("\u{1b}[201~".utf8)
  /// The maximum length of a sequence. No terminal sends a longer one; it may be a hostile text.
  private static let longestSequence = 32

  package init() {}

  /// Whether an incomplete sequence waits for its rest.
  package var isWaiting: Bool { !waiting.isEmpty || pasted != nil }

  /// Returns the keys that are complete with these bytes.
  package mutating func keys(_ bytes: some Collection<UInt8>) -> [TypedKey] {
    // Ctrl-C leaves a paste that has lost its end.
    if pasted != nil, bytes.count == 1, bytes.first == 3 {
      pasted = nil
      waiting = []
      return [.interrupt]
    }
    waiting.append(contentsOf: bytes)
    return read(isLast: false)
  }

  /// Returns the keys of the waiting bytes if nothing follows them.
  package mutating func keysAfterPause() -> [TypedKey] {
    if let text = pasted, !text.isEmpty {
      pasted = []
      return [.paste(Self.repaired(text))]
    }
    return pasted == nil ? read(isLast: true) : []
  }

  private mutating func read(isLast: Bool) -> [TypedKey] {
    var keys: [TypedKey] = []
    var place = 0
    while place < waiting.count {
      if pasted != nil {
        place = readPaste(from: place, to: &keys)
        if pasted != nil { break }
        continue
      }
      let byte = waiting[place]
      if byte == 0x1b {
        guard let end = readEscape(at: place, isLast: isLast, to: &keys) else { break }
        place = end
      } else if byte < 0x20 || byte == 0x7f {
        if let key = Self.control(byte) { keys.append(key) }
        place += 1
      } else {
        let end = waiting[place...].firstIndex { $0 < 0x20 || $0 == 0x7f } ?? waiting.count
        let rest = isLast || end < waiting.count ? 0 : Self.unfinished(waiting[place..<end])
        guard end - rest > place else { break }
        keys.append(.text(Self.repaired(waiting[place..<(end - rest)])))
        place = end - rest
        if rest > 0 { break }
      }
    }
    waiting.removeFirst(min(place, waiting.count))
    return keys
  }

  /// The number of bytes at the end that begin a character without completing it.
  private static func unfinished(_ bytes: ArraySlice<UInt8>) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.endIndex - back]
      if byte & 0xc0 == 0x80 { continue }
      let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
      return length > back && byte < 0xf8 ? back : 0
    }
    return 0
  }

  /// Returns UTF-8, in which invalid bytes are replacement characters.
  private static func repaired(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.allSatisfy { $0 < 0x80 }
      ? Array(bytes) : Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  private static func control(_ byte: UInt8) -> TypedKey? {
    switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x07: .escape
    case 0x08, 0x7f: .backspace
    case 0x09: .tab
    case 0x0a, 0x0d: .enter
    case 0x0b: .deleteToEnd
    case 0x0c: .clearScreen
    case 0x0e: .later
    case 0x10: .earlier
    case 0x12: .search
    case 0x13: .searchForward
    case 0x14: .transpose
    case 0x15: .deleteToStart
    case 0x17: .deleteBackToBlank
    case 0x19: .yank
    case 0x1a: .suspend
    case 0x1f: .undo
    default: nil
    }
  }
}

// MARK: - Pastes and sequences

extension KeyReader {
  /// Reads pasted text, up to the mark of its end.
  ///
  /// - Returns: The place at which the rest begins.
  private mutating func readPaste(from start: Int, to keys: inout [TypedKey]) -> Int {
    guard var text = pasted else { return start }
    // Avoids a copy of a text that may be long.
    pasted = nil
    let seen = max(0, text.count - Self.pasteEnd.count + 1)
    text.append(contentsOf: waiting[start...])
    if let end = Self.place(of: Self.pasteEnd, in: text, from: seen) {
      let behind = text.count - end - Self.pasteEnd.count
      text.removeLast(text.count - end)
      keys.append(.paste(Self.repaired(text)))
      return waiting.count - behind
    }
    pasted = text
    return waiting.count
  }

  private static func place(of mark: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard let first = mark.first else { return nil }
    var place = start
    while let found = text[place...].firstIndex(of: first), found + mark.count <= text.count {
      if text[found...].starts(with: mark) { return found }
      place = found + 1
    }
    return nil
  }

  /// - Returns: The place after the sequence; nil if it is incomplete.
  private mutating func readEscape(at start: Int, isLast: Bool, to keys: inout [TypedKey]) -> Int? {
    guard start + 1 < waiting.count else {
      if isLast { keys.append(.escape) }
      return isLast ? start + 1 : nil
    }
    switch waiting[start + 1] {
    case 0x5b: return readControlSequence(at: start, isLast: isLast, to: &keys)
    case 0x4f:
      guard start + 2 < waiting.count else { return isLast ? start + 2 : nil }
      if let key = Self.key(final: waiting[start + 2], numbers: []) { keys.append(key) }
      return start + 3
    case 0x1b:
      keys.append(.escape)
      return start + 1
    case 0x62, 0x42: keys.append(.wordLeft)
    case 0x66, 0x46: keys.append(.wordRight)
    case 0x64, 0x44: keys.append(.deleteWordRight)
    case 0x08, 0x7f: keys.append(.deleteWordLeft)
    case 0x0a, 0x0d: keys.append(.lineBreak)
    default: break
    }
    return start + 2
  }

  /// `ESC [ numbers letter`; see ECMA-48, 5.4.
  private mutating func readControlSequence(
    at start: Int, isLast: Bool, to keys: inout [TypedKey]
  ) -> Int? {
    let inside = waiting[(start + 2)...]
    guard let end = inside.firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      return isLast || inside.count > Self.longestSequence ? waiting.count : nil
    }
    // A control character ends an incomplete sequence, and is read as a key.
    guard (0x40..<0x7f).contains(waiting[end]) else { return end }
    let numbers = waiting[(start + 2)..<end].split(
      separator: 0x3b, omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
    if waiting[end] == 0x7e, numbers.first == 200 {
      pasted = []
    } else if let key = Self.key(final: waiting[end], numbers: numbers) {
      keys.append(key)
    }
    return end + 1
  }

  private static func key(final: UInt8, numbers: [Int]) -> TypedKey? {
    // The parameter is 1 plus the sum of 1 for Shift, 2 for Alt and 4 for Ctrl.
    let modifiers = numbers.count > 1 ? numbers[1] - 1 : 0
    let isWord = modifiers & 6 != 0
    switch final {
    case 0x41: return .lineUp
    case 0x42: return .lineDown
    case 0x43: return isWord ? .wordRight : .right
    case 0x44: return isWord ? .wordLeft : .left
    case 0x46: return .end
    case 0x48: return .home
    case 0x4d: return .enter
    case 0x7e:
      switch numbers.first {
      case 1, 7: return .home
      case 4, 8: return .end
      case 3: return isWord ? .deleteWordRight : .delete
      default: return nil
      }
    default: return nil
    }
  }
}
