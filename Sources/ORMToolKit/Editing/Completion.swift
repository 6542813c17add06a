import ORMCore

/// What can be in place of a part of a text.
package struct Completion: Sendable {
  /// The bytes of the text that are replaced.
  package let range: Range<Int>
  /// What can be there instead, in the order in which it is offered.
  package let candidates: [String]
  /// How each is shown, for example the last part of a path alone.
  package let shown: [String]
  /// What follows when there is one alone: a blank behind a name, nothing behind a folder.
  package let ending: String

  package init(
    _ range: Range<Int>, _ candidates: [String], shown: [String]? = nil, ending: String = " "
  ) {
    self.range = range
    self.candidates = candidates
    self.shown = shown ?? candidates
    self.ending = ending
  }

  /// The bytes that all begin with, whatever the case of ASCII's letters, as the first has them.
  package var commonBeginning: [UInt8] {
    guard let first = candidates.first else { return [] }
    var common = Array(first.utf8)
    for candidate in candidates.dropFirst() {
      let pairs = zip(common, candidate.utf8)
      common.removeLast(
        common.count - pairs.prefix { $0.loweredInASCII == $1.loweredInASCII }.count)
    }
    // No sign is cut in two.
    while let last = common.last, last >= 0x80, !common.isUTF8 { common.removeLast() }
    return common
  }
}

extension [UInt8] {
  fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}
