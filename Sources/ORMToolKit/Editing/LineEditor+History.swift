import ORMCore

/// A search of the history for a part of an entry, which Ctrl-R begins.
struct HistorySearch: Sendable {
  /// The place of the last entry that was found, or the start of the search.
  var place: Int
  /// The text to search for.
  var words: [UInt8] = []
  /// Whether no further entry contains the text.
  var isMissing = false
  /// The text before the search, which returns if the search is cancelled.
  let before: EditedText
}

extension LineEditor {
  /// Handles a key while the history is searched.
  ///
  /// - Returns: nil if the key ends the search and has to be handled as usual.
  mutating func handleSearching(_ key: TypedKey) -> Action? {
    guard var found = search else { return nil }
    switch key {
    case .text(let signs), .paste(let signs):
      found.words += signs
      seek(&found, from: min(found.place, history.entries.count - 1), by: -1)
    case .backspace:
      let words = EditedText(String(decoding: found.words, as: UTF8.self))
      found.words.removeLast(words.bytes.count - words.place(before: words.bytes.count))
      found.isMissing = false
      if found.words.isEmpty {
        text = found.before
      } else {
        seek(&found, from: history.entries.count - 1, by: -1)
      }
    case .search: seek(&found, from: found.place - 1, by: -1)
    case .searchForward: seek(&found, from: found.place + 1, by: 1)
    case .interrupt, .escape:
      text = found.before
      search = nil
      return .redraw
    default:
      search = nil
      choose(found.place)
      return nil
    }
    search = found
    return found.isMissing ? .beep : .redraw
  }

  private mutating func seek(_ found: inout HistorySearch, from start: Int, by step: Int) {
    guard !found.words.isEmpty else { return }
    let words = String(decoding: found.words, as: UTF8.self)
    guard let place = history.place(of: words, from: start, by: step) else {
      found.isMissing = true
      return
    }
    found.isMissing = false
    found.place = place
    text = EditedText(history.entries[place])
  }
}
