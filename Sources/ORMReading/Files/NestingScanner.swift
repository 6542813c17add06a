/// Finds nesting that the parser would follow recursively without a limit: `[[[`, `try try`, `A ->
/// A -> A` and `else if`. Thousands of levels would overflow the stack.
enum NestingScanner {
  /// Handwritten code has a handful of each, except branches.
  private static let limits = (brackets: 200, words: 1_000, arrows: 1_000, branches: 10_000)

  /// Returns the line at which a limit is exceeded; nil if none is.
  static func lineOfDeepNesting(_ bytes: [UInt8]) -> Int? {
    var (line, place) = (1, 0)
    var (brackets, words, arrows, branches) = (0, 0, 0, 0)
    var last = bytes[0..<0]
    while place < bytes.count {
      let byte = bytes[place]
      let start = place
      place += 1
      switch byte {
      case Byte.newline: line += 1
      case Byte.space, Byte.tab, Byte.carriageReturn: break
      case _ where byte.isWordStart:
        while place < bytes.count, bytes[place].isWord { place += 1 }
        let word = bytes[start..<place]
        words = word == last ? words + 1 : 0
        if word.elementsEqual("else".utf8) { branches += 1 }
        last = word
        brackets = 0
      case Byte.openBracket:
        brackets += 1
        last = bytes[0..<0]
      default:
        let isArrow =
          byte == UInt8(ascii: ">") && start > 0 && bytes[start - 1] == UInt8(ascii: "-")
        if isArrow { arrows += 1 }
        if [Byte.openBrace, Byte.closeBrace, UInt8(ascii: ";"), UInt8(ascii: "=")].contains(byte) {
          arrows = 0
        }
        brackets = 0
        last = bytes[0..<0]
      }
      if brackets > limits.brackets || words > limits.words || arrows > limits.arrows
        || branches > limits.branches
      {
        return line
      }
    }
    return nil
  }
}
