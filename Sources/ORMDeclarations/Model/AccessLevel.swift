/// The access levels of declarations, from the narrowest to the widest.
package enum AccessLevel: String, Comparable {
  case `private`, `fileprivate`, `internal`, `package`, `public`

  /// The modifier of a generated declaration, followed by a space.
  ///
  /// It is empty for `internal`, and for `private`: a member of a type that is visible only in its
  /// file is not visible elsewhere anyway. In a type that an enclosing type hides, `fileprivate`
  /// must be written.
  package var memberPrefix: String {
    self > .internal || self == .fileprivate ? "\(rawValue) " : ""
  }

  /// Returns the modifier of the generated member for a property of this level, followed by a
  /// space.
  ///
  /// The struct's extensions in the file can use its `private` members. The generated member is in
  /// another type, so it must be visible in the whole file.
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
