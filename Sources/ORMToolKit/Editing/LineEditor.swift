import ORMCore

/// Edits a statement of one line or of several, key by key. It knows no terminal: keys come in, and
/// ``view(_:width:height:)`` says what is seen.
package struct LineEditor {
  package internal(set) var text = EditedText()
  /// What was typed before.
  package var history: History
  /// What Tab offers, under the text.
  package internal(set) var offered: [String] = []
  var search: HistorySearch?

  /// Where in the history the text is from; the number of entries for one that is new.
  private var place: Int
  /// What was being typed when the history was asked.
  private var draft = EditedText()
  private var killed: [UInt8] = []
  private var past: [EditedText] = []
  private var last = Kind.other
  private let isWhole: (EditedText) -> Bool
  private let complete: (EditedText) -> Completion?

  private enum Kind { case typing, killing, other }

  /// What the reader of the keys does next.
  package enum Action: Sendable, Hashable {
    case nothing, redraw, beep, clearScreen, suspend
    /// The text is whole.
    case submit
    /// The text is dropped, by Ctrl-C.
    case drop
    /// There is nothing more to do, by Ctrl-D or by the end of the terminal.
    case leave
  }

  /// - Parameters:
  ///   - isWhole: Whether Enter ends a text, and does not begin a new line in it.
  ///   - complete: What can be in place of the word before the cursor.
  package init(
    history: History = History(), isWhole: @escaping (EditedText) -> Bool = { _ in true },
    complete: @escaping (EditedText) -> Completion? = { _ in nil }
  ) {
    self.history = history
    place = history.entries.count
    self.isWhole = isWhole
    self.complete = complete
  }

  /// Begins with another text.
  package mutating func reset() {
    text = EditedText()
    draft = EditedText()
    past = []
    offered = []
    search = nil
    last = .other
    place = history.entries.count
  }

  /// Does what a key says.
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
      // The cursor's place is of no interest in what is whole.
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
      // At the end of a line, the line's end itself.
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

  /// Takes a part out that Ctrl-Y puts back; parts that are taken out one after the other are one.
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

  /// Begins to be left: nothing is searched any more and nothing offered, and the cursor is at the
  /// end.
  mutating func end() {
    search = nil
    offered = []
    text.move(to: text.bytes.count)
  }

  /// What is before the text: while the history is searched, what is looked for.
  func prompt(_ usual: EditorView.Prompt) -> EditorView.Prompt {
    guard let search else { return usual }
    let words = SafeText.line(String(decoding: search.words, as: UTF8.self))
    return EditorView.Prompt(
      "\(search.isMissing ? "no match for" : "search") \(words): ", rest: usual.rest,
      style: usual.style)
  }

  // MARK: - What was there before

  /// Keeps the text before a change, for Ctrl-_. Signs that are typed one after the other are one
  /// change.
  private mutating func remember(_ before: EditedText, _ kind: Kind) {
    guard before.bytes.count != text.bytes.count || before.bytes != text.bytes else { return }
    if kind == .typing, last == .typing { return }
    // A hundred copies of a text of ten megabytes would be too many.
    if before.bytes.count > 1 << 16 { past = [] } else { past.append(before) }
    if past.count > 100 { past.removeFirst() }
  }

  private mutating func undo() -> Action {
    guard let before = past.popLast() else { return .beep }
    text = before
    return .redraw
  }

  /// Goes to an older entry of the history, or to a newer one, the newest of which is what was
  /// being typed.
  private mutating func goThroughHistory(_ step: Int) -> Bool {
    let next = place + step
    guard next >= 0, next <= history.entries.count else { return false }
    if place == history.entries.count { draft = text }
    place = next
    text = next == history.entries.count ? draft : EditedText(history.entries[next])
    return true
  }

  /// Goes on with an entry that was searched.
  mutating func choose(_ entry: Int) {
    guard history.entries.indices.contains(entry) else { return }
    if place == history.entries.count { draft = EditedText() }
    place = entry
  }

  // MARK: - Completion

  /// Puts in what can only be meant, and offers what else can be.
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
      // Terminals send a return for each line's end; a text of Windows has both.
      if byte != 0x0a || !isBehindReturn { plain.append(byte == 0x0d ? 0x0a : byte) }
      isBehindReturn = byte == 0x0d
    }
    return plain
  }
}
