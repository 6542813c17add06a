import SwiftSyntax

extension String {
  /// Returns the name that was probably meant: the one with the smallest edit distance, if that is
  /// small.
  package func nearest(of names: [String]) -> String? {
    let candidates = names.map { (name: $0, distance: $0.lowercased().distance(to: lowercased())) }
    guard let best = candidates.min(by: { $0.distance < $1.distance }), best.distance <= count / 2
    else { return nil }
    return best.name
  }

  /// Returns the edit distance: the number of letters to change, add or remove.
  private func distance(to other: String) -> Int {
    let letters = Array(other)
    var row = Array(0...letters.count)
    for (index, letter) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, otherLetter) in letters.enumerated() {
        let substituted = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[letters.count]
  }
}

extension KeyPathComponentSyntax {
  /// Creates a component that names a property, with the period of another.
  package init(named name: String, like other: KeyPathComponentSyntax) {
    self.init(
      period: other.period,
      component: .property(
        KeyPathPropertyComponentSyntax(
          declName: DeclReferenceExprSyntax(baseName: .identifier(name)))))
  }
}
