import ORMCore

/// The colours of a statement that is being typed.
enum ShellColours {
  static func spans(_ edited: EditedText) -> [EditorView.Span] {
    // A long text would make each key slow.
    guard edited.bytes.count <= 1 << 14 else { return [] }
    if DotCommand.isOne(edited.bytes) { return [] }
    var spans: [EditorView.Span] = []
    var place = 0
    for token in SQLTokens(edited.text) {
      place += token.text.utf8.count
      spans.append(EditorView.Span(end: place, code: code(token)))
    }
    return spans
  }

  private static func code(_ token: SQLToken) -> String? {
    switch token.kind {
    case .word: Keywords.contains(String(token.text)) ? "1" : nil
    case .string, .blob: "32"
    case .number: "33"
    case .comment: "2"
    // A string that is not closed yet has the colour of a string.
    case .invalid: token.text.utf8.first == UInt8(ascii: "'") ? "32" : nil
    default: nil
    }
  }
}
