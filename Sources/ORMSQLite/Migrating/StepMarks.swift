import ORMCore

/// The marks at the beginning of a step's file: comments that begin with `-- orm:`.
package struct StepMarks {
  private(set) var isOutsideOfTransaction = false
  /// The lists of steps that the step replaces.
  private(set) var replaced: [[String]] = []

  /// - Throws: ``StepError`` if a mark is unknown.
  init(of sql: String, in step: String) throws(StepError) {
    for token in SQLTokens(sql) {
      // Only comments before the first statement count.
      guard token.isBlank else { return }
      guard token.kind == .comment, let mark = Self.mark(in: token.text) else { continue }
      if mark.isSameName(as: "outside of a transaction") {
        isOutsideOfTransaction = true
      } else if let names = mark.names(after: "replaces "), !names.isEmpty {
        replaced.append(names)
      } else if mark.names(after: "accepted ") == nil {
        throw StepError(reason: .unknownMark, step: step, others: [mark])
      }
    }
  }

  /// Whether a file's text is marked to run outside of a transaction.
  package static func isOutsideOfTransaction(_ sql: String) -> Bool {
    (try? Self(of: sql, in: ""))?.isOutsideOfTransaction ?? false
  }

  /// Returns the names of the findings that a file accepts, anywhere in its text:
  /// `-- orm: accepted dropped-column`.
  package static func accepted(in sql: String) -> [String] {
    SQLTokens(sql).flatMap { token in
      token.kind == .comment ? mark(in: token.text)?.names(after: "accepted ") ?? [] : []
    }
  }

  /// Returns the text after `-- orm:`; nil for any other comment.
  private static func mark(in comment: Substring) -> String? {
    guard comment.utf8.starts(with: "--".utf8) else { return nil }
    let text = comment.utf8.dropFirst(2).drop { $0.isBlankByte }
    guard text.starts(with: "orm:".utf8) else { return nil }
    return text.dropFirst(4).textWithoutSpace
  }
}

extension String {
  /// Returns the names in a list that follows a word; nil if the text does not begin with the word.
  fileprivate func names(after word: String) -> [String]? {
    guard utf8.prefix(word.utf8.count).elementsEqual(word.utf8) else { return nil }
    return utf8.dropFirst(word.utf8.count).split(separator: UInt8(ascii: ","))
      .map(\.textWithoutSpace).filter { !$0.isEmpty }
  }

  /// Whether the text sorts before another one when numbers in both are compared as numbers.
  package func comesNaturally(before other: String) -> Bool {
    var (left, right) = (utf8[...], other.utf8[...])
    while let first = left.first, let second = right.first {
      if first.isDigit, second.isDigit {
        let (one, two) = (left.removeNumber(), right.removeNumber())
        if one.count != two.count { return one.count < two.count }
        if !one.elementsEqual(two) { return one.lexicographicallyPrecedes(two) }
        continue
      }
      if first != second { return first < second }
      left.removeFirst()
      right.removeFirst()
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    // Both are the same except for leading zeros of numbers.
    return utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Substring.UTF8View {
  /// Removes the digits at the start, and returns them without leading zeros.
  fileprivate mutating func removeNumber() -> Substring.UTF8View {
    let digits = prefix(while: \.isDigit)
    removeFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  fileprivate var textWithoutSpace: String {
    var bytes = drop { $0.isBlankByte }
    while bytes.last?.isBlankByte == true { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isBlankByte: Bool { self <= 0x20 }
}
