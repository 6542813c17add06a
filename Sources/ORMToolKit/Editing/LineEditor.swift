import ORMCore

/// Edits a statement of one or more lines, key by key, independently of a terminal;
/// ``EditingTerminal`` reads the keys and draws an ``EditorView``.
package struct LineEditor {
  package internal(set) var text = EditedText()
  /// The texts that were typed before.
  package var history: History
  /// The candidates that Tab offers, below the text.
  package internal(set) var offered: [String] = []
  var search: HistorySearch?

  /// The place of the text in the history; the number of entries for a new text.
  private var place: Int
  /// The text that was being typed when the history was entered.
  private var draft = EditedText()
  private var killed: [UInt8] = []
  private var past: [EditedText] = []
  private var last = Kind.other
  private let isWhole: (EditedText) -> Bool
  private let complete: (EditedText) -> Completion?

  private enum Kind { case typing, killing, other }

  /// The next action of the reader of the keys.
  package enum Action: Sendable, Hashable {
    case nothing, redraw, beep, clearScreen, suspend
    /// The text is complete.
    case submit
    /// The text is discarded, by Ctrl-C.
    case drop
    /// The session ends, by Ctrl-D or because the terminal is gone.
    case leave
  }

  /// - Parameters:
  ///   - isWhole: Whether Enter submits a text, rather than beginning a new line.
  ///   - complete: Returns the candidates for the word before the cursor.
  package init(
    history: History = History(), isWhole: @escaping (EditedText) -> Bool = { _ in true },
    complete: @escaping (EditedText) -> Completion? = { _ in nil }
  ) {
    self.history = history
    place = history.entries.count
    self.isWhole = isWhole
    self.complete = complete
  }

  /// Begins a new text.
  package mutating func reset() {
    text = EditedText()
    draft = EditedText()
    past = []
    offered = []
    search = nil
    last = .other
    place = history.entries.count
  }

  /// Handles a key.
  package mutating func handle(_ key: TypedKey) -> Action {
    offered = []
    if search != nil, let action = handleSearching(key) { return action }
    let before = text
    let (action, kind) = act(on: key)
    if case .undo = key {} else { remember(before, kind) }
    last = kind
    return action
  }

  private mutating func act(on key: TypedKey) -> (Action, Kind) {
    switch key {
    case .text(let signs):
      text.insert(signs)
      return (.redraw, .typing)
    case .paste(let pasted):
      text.insert(Self.withPlainLineEnds(pasted))
    case .enter:
      // A complete text is submitted wherever the cursor is.
      if isWhole(text) { return (.submit, .other) }
      text.insert([0x0a])
    case .lineBreak: text.insert([0x0a])
    case .tab: return (offer(), .other)
    case .left: text.move(to: text.place(before: text.cursor))
    case .right: text.move(to: text.place(after: text.cursor))
    case .home: text.move(to: text.lineStart)
    case .end: text.move(to: text.lineEnd)
    case .wordLeft: text.move(to: text.wordStart)
    case .wordRight: text.move(to: text.wordEnd)
    case .lineUp: return (text.moveLine(by: -1) || goThroughHistory(-1) ? .redraw : .beep, .other)
    case .lineDown: return (text.moveLine(by: 1) || goThroughHistory(1) ? .redraw : .beep, .other)
    case .earlier: return (goThroughHistory(-1) ? .redraw : .beep, .other)
    case .later: return (goThroughHistory(1) ? .redraw : .beep, .other)
    case .search, .searchForward:
      search = HistorySearch(place: place, before: text)
    case .escape: return (.redraw, .other)
    case .clearScreen: return (.clearScreen, .other)
    case .suspend: return (.suspend, .other)
    case .interrupt: return (.drop, .other)
    case .hangUp: return (.leave, .other)
    case .endOfInput:
      if text.isEmpty { return (.leave, .other) }
      return (deleteForward(to: text.place(after: text.cursor)), .other)
    case .undo: return (undo(), .other)
    default: return delete(key)
    }
    return (.redraw, .other)
  }

  private mutating func delete(_ key: TypedKey) -> (Action, Kind) {
    switch key {
    case .backspace:
      let start = text.place(before: text.cursor)
      guard start < text.cursor else { return (.beep, .other) }
      text.remove(start..<text.cursor)
      return (.redraw, .other)
    case .delete: return (deleteForward(to: text.place(after: text.cursor)), .other)
    case .deleteWordLeft: return kill(text.wordStart..<text.cursor)
    case .deleteBackToBlank: return kill(text.blankStart..<text.cursor)
    case .deleteWordRight: return kill(text.cursor..<text.wordEnd)
    case .deleteToStart: return kill(text.lineStart..<text.cursor)
    case .deleteToEnd:
      // At the end of a line, the line break is deleted.
      let end = text.lineEnd == text.cursor ? text.place(after: text.cursor) : text.lineEnd
      return kill(text.cursor..<end)
    case .yank: text.insert(killed)
    case .transpose: text.transpose()
    default: return (.nothing, last)
    }
    return (.redraw, .other)
  }

  private mutating func deleteForward(to end: Int) -> Action {
    guard end > text.cursor else { return .beep }
    text.remove(text.cursor..<end)
    return .redraw
  }

  /// Removes a part, which Ctrl-Y inserts again. Consecutive removals are joined.
  private mutating func kill(_ range: Range<Int>) -> (Action, Kind) {
    guard !range.isEmpty else { return (.beep, last) }
    let isBehind = range.lowerBound == text.cursor
    let removed = text.remove(range)
    if last != .killing {
      killed = removed
    } else {
      killed = isBehind ? killed + removed : removed + killed
    }
    return (.redraw, .killing)
  }

  /// Ends editing: ends a search, removes the candidates, and moves the cursor to the end.
  mutating func end() {
    search = nil
    offered = []
    text.move(to: text.bytes.count)
  }

  /// The prompt before the text; while the history is searched, it shows the text to search for.
  func prompt(_ usual: EditorView.Prompt) -> EditorView.Prompt {
    guard let search else { return usual }
    let words = SafeText.line(String(decoding: search.words, as: UTF8.self))
    return EditorView.Prompt(
      "\(search.isMissing ? "no match for" : "search") \(words): ", rest: usual.rest,
      style: usual.style)
  }

  // MARK: - Undo and history

  /// Keeps the text before a change, for Ctrl-_. Characters that are typed one after the other are
  /// one change.
  private mutating func remember(_ before: EditedText, _ kind: Kind) {
    guard before.bytes.count != text.bytes.count || before.bytes != text.bytes else { return }
    if kind == .typing, last == .typing { return }
    // A hundred copies of a text of ten megabytes would take too much memory.
    if before.bytes.count > 1 << 16 { past = [] } else { past.append(before) }
    if past.count > 100 { past.removeFirst() }
  }

  private mutating func undo() -> Action {
    guard let before = past.popLast() else { return .beep }
    text = before
    return .redraw
  }

  /// Moves to an older or newer entry of the history. The newest one is the text that was being
  /// typed.
  private mutating func goThroughHistory(_ step: Int) -> Bool {
    let next = place + step
    guard next >= 0, next <= history.entries.count else { return false }
    if place == history.entries.count { draft = text }
    place = next
    text = next == history.entries.count ? draft : EditedText(history.entries[next])
    return true
  }

  /// Continues with an entry that a search found.
  mutating func choose(_ entry: Int) {
    guard history.entries.indices.contains(entry) else { return }
    if place == history.entries.count { draft = EditedText() }
    place = entry
  }

  // MARK: - Completion

  /// Inserts the common beginning of the candidates, and offers them if there are several.
  private mutating func offer() -> Action {
    guard let found = complete(text), let first = found.candidates.first else { return .beep }
    if found.candidates.count == 1 {
      text.replace(found.range, with: Array((first + found.ending).utf8))
      return .redraw
    }
    let common = found.commonBeginning
    if common.count > found.range.count { text.replace(found.range, with: common) }
    offered = found.shown
    return .redraw
  }

  private static func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0d) else { return bytes }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var isBehindReturn = false
    for byte in bytes {
      // Terminals send a carriage return for each line end; text from Windows has both characters.
      if byte != 0x0a || !isBehindReturn { plain.append(byte == 0x0d ? 0x0a : byte) }
      isBehindReturn = byte == 0x0d
    }
    return plain
  }
}
