import SwiftSyntax

extension String {
  /// The name that was probably meant: the one with the fewest letters changed, added or left out,
  /// if these are few.
  package func nearest(of names: [String]) -> String? {
    let candidates = names.map { (name: $0, distance: $0.lowercased().distance(to: lowercased())) }
    guard let best = candidates.min(by: { $0.distance < $1.distance }), best.distance <= count / 2
    else { return nil }
    return best.name
  }

  /// How many letters have to be changed, added or left out to make one name of the other.
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
  /// A component that names a property, with the period of another.
  package init(named name: String, like other: KeyPathComponentSyntax) {
    self.init(
      period: other.period,
      component: .property(
        KeyPathPropertyComponentSyntax(
          declName: DeclReferenceExprSyntax(baseName: .identifier(name)))))
  }
}
