/// Lists words in as many columns as fit, as `ls` lists files.
enum WordColumns {
  /// Returns the lines. Unsafe characters are escaped, and words that don't fit in a line are cut.
  static func lines(_ words: [String], width: Int) -> [String] {
    let shown = words.map { SafeText.cut(SafeText.line($0), to: max(1, width - 1)) }
    let widest = shown.reduce(0) { max($0, SafeText.width($1)) } + 2
    let columns = max(1, (width + 1) / widest)
    let lines = (shown.count + columns - 1) / columns
    return (0..<lines).map { line in
      var text = ""
      for column in 0..<columns where line + column * lines < shown.count {
        let isLast = line + (column + 1) * lines >= shown.count
        text += TextTable.padded(shown[line + column * lines], widest, .left, isLast: isLast)
      }
      return text
    }
  }
}
