/// Who may use a declaration, from the fewest to the most.
package enum AccessLevel: String, Comparable {
  case `private`, `fileprivate`, `internal`, `package`, `public`

  /// The word in front of a generated declaration, with the space behind it.
  ///
  /// Nothing stands there for `internal`, nor for `private`: a member of a type that only its file
  /// sees is not seen from outside either. In a type that is hidden by one around it, `fileprivate`
  /// has to be said.
  package var memberPrefix: String {
    self > .internal || self == .fileprivate ? "\(rawValue) " : ""
  }

  /// The word in front of the generated member for a property of this level.
  ///
  /// What is `private` in the struct is reached from its extensions in the file, so the generated
  /// member, which is in a type of its own, has to be open to the file.
  package func prefix(within type: AccessLevel) -> String {
    let level = min(self, type)
    if level > .internal || level == .fileprivate { return "\(level.rawValue) " }
    return level < min(.internal, type) ? "fileprivate " : ""
  }

  package static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .private: 0
    case .fileprivate: 1
    case .internal: 2
    case .package: 3
    case .public: 4
    }
  }
}
