extension SQLNode {
  /// The node that tests a text with SQLite's functions; for any other node, the node itself.
  ///
  /// These functions work for texts with a NUL, at which some functions of SQLite stop.
  var expanded: SQLNode {
    guard case .textTest(let operand, let test, let part) = kind else { return self }
    let isLowered = test.ignoresCase
    let all = isLowered ? .function("lower", [operand]) : operand
    let found = isLowered ? part.loweredInASCII : part
    func position(_ symbol: SQLOperator, _ place: String) -> SQLNode {
      .binary(.function("instr", [all, found]), symbol, .literal(place))
    }
    switch test.place {
    // `LIKE` would read both texts only up to their first NUL.
    case .anywhere: return position(.greater, "0")
    case .start:
      // A pattern ends at its first NUL. The stored text may contain a NUL, but not the prefix.
      guard case .value(.text(let text)) = part.kind, !text.hasNUL else {
        return position(.equal, "1")
      }
      return isLowered
        ? .like(operand, pattern: .value(.text("\(text.escapedForLike)%")), escape: "\\")
        : .binary(operand, .glob, .value(.text("\(text.escapedForGlob)*")))
    case .end:
      // `substr` with a start of -0 would return the whole text.
      if case .value(.text(let text)) = part.kind, text.utf8.isEmpty {
        return position(.greater, "0")
      }
      // Compares bytes, because SQLite's text functions stop at the first NUL.
      let end = SQLNode.cast(found, .blob)
      let last = SQLNode.function("substr", [.cast(all, .blob), .function("-length", [end])])
      return .binary(last, .equal, end)
    }
  }

  private var loweredInASCII: SQLNode {
    if case .value(.text(let text)) = kind { return .value(.text(text.loweredInASCII)) }
    return .function("lower", [self])
  }
}

// SQLite reads a pattern by scalars. To Swift, a `%` and a combining accent after it are one
// Character.
extension String {
  /// The text, escaped for a `LIKE` whose escape character is a backslash.
  fileprivate var escapedForLike: String {
    escaped("%", "_", "\\") { "\\\($0)" }
  }

  /// The text, escaped for a `GLOB`.
  fileprivate var escapedForGlob: String {
    escaped("*", "?", "[") { "[\($0)]" }
  }

  private func escaped(
    _ special: Unicode.Scalar..., by escape: (Unicode.Scalar) -> String
  ) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if special.contains(scalar) {
        escaped.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
