import ORMCore

/// Texts that look the same but differ to SQLite, which compares bytes: the last letter of `café`
/// can be one Unicode scalar or two.
struct Lookalikes {
  // Characters: one text represents all texts that look the same
  private let texts: Set<String>

  /// Finds the lookalikes among some texts.
  init(_ texts: [String]) {
    // Characters: one text represents all texts that look the same
    var spellings: [String: Set<ExactText>] = [:]
    // Characters: texts that look the same
    for text in texts { spellings[text, default: []].insert(ExactText(text)) }
    // Characters: texts that look the same
    self.texts = Set(spellings.filter { $0.value.count > 1 }.keys)
  }

  /// Returns the text, or, if it has a lookalike, the text with escapes for scalars outside ASCII.
  func spelled(_ text: String) -> String {
    guard texts.contains(text) else { return text }  // Characters: whether others look the same
    return text.unicodeScalars.map { $0.isASCII ? "\($0)" : $0.escaped(asASCII: true) }.joined()
  }
}
