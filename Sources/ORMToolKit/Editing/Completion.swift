import ORMCore

/// The candidates for a part of a text.
package struct Completion: Sendable {
  /// The bytes of the text that are replaced.
  package let range: Range<Int>
  /// The replacements, in the order in which they are offered.
  package let candidates: [String]
  /// The text to show for each candidate, such as the last part of a path.
  package let shown: [String]
  /// The text to append if there is only one candidate: a blank after a name, nothing after a
  /// folder.
  package let ending: String

  package init(
    _ range: Range<Int>, _ candidates: [String], shown: [String]? = nil, ending: String = " "
  ) {
    self.range = range
    self.candidates = candidates
    self.shown = shown ?? candidates
    self.ending = ending
  }

  /// The common prefix of the candidates, ignoring the case of ASCII letters, as spelled in the
  /// first one.
  package var commonBeginning: [UInt8] {
    guard let first = candidates.first else { return [] }
    var common = Array(first.utf8)
    for candidate in candidates.dropFirst() {
      let pairs = zip(common, candidate.utf8)
      common.removeLast(
        common.count - pairs.prefix { $0.loweredInASCII == $1.loweredInASCII }.count)
    }
    // No character is cut in two.
    while let last = common.last, last >= 0x80, !common.isUTF8 { common.removeLast() }
    return common
  }
}

extension [UInt8] {
  fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}
