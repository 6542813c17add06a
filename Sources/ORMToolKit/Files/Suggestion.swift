import ORMCore

/// Suggests an existing name for an unknown one.
package enum Suggestion {
  /// `there is no table albm; did you mean album?`, or with a place
  /// `there is no column titel (did you mean title?) in the table album`
  package static func unknown(
    _ kind: String, _ name: String, _ place: String? = nil, of names: [String]
  ) -> String {
    let near = names.map { ($0, distance($0.loweredInASCII, name.loweredInASCII)) }
      .min { $0.1 < $1.1 }
    let isNear = near.map { $0.1 <= max(2, name.utf8.count / 3) } ?? false
    let question = isNear ? near.map { "did you mean \($0.0)?" } : nil
    let words = "there is no \(kind) \(name)"
    guard let place else { return words + (question.map { "; \($0)" } ?? "") }
    return words + (question.map { " (\($0))" } ?? "") + " \(place)"
  }

  /// The edit distance in bytes: insertions, deletions and replacements.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8.prefix(64)), Array(right.utf8.prefix(64)))
    var row = Array(0...right.count)
    for (line, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (place, other) in right.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(replaced, row[place] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
