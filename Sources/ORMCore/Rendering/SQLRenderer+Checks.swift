extension SQLRenderer {
  /// Writes the check of a checking function in SQL that every program can run: with `RAISE`, in
  /// a trigger.
  ///
  /// ```sql
  /// CASE WHEN "left" - 1 NOT BETWEEN 0 AND 255 THEN RAISE(ABORT, '…') ELSE "left" - 1 END
  /// ```
  mutating func append(_ check: CheckingFunction, _ arguments: [SQLNode]) throws {
    let value = arguments[0]
    let others = arguments.dropFirst().compactMap { argument in
      if case .literal(let text) = argument.kind { text } else { nil as String? }
    }
    let condition: (inout SQLRenderer) throws -> Void
    let names: ArraySlice<String>
    let reason: String
    switch check {
    case .integer where others.count == 4, .exactInteger where others.count == 4:
      let isFull = others[..<2].elementsEqual(["\(Int64.min)", "\(Int64.max)"]) {
        $0.hasSameBytes(as: $1)
      }
      names = others[2...]
      reason =
        isFull
        ? "the number leaves the integers of 64 bits"
        : "the number is outside of \(others[0]) to \(others[1])"
      condition = { renderer in
        if check == .exactInteger || isFull {
          // After an overflow, the value is a REAL. In raw SQL, it can be any other whole REAL.
          renderer.append("typeof(")
          try renderer.append(value)
          renderer.append(") = 'real'")
          if isFull && check == .exactInteger { return }
          renderer.append(isFull ? " AND " : " OR ")
        }
        try renderer.append(value, in: .sum)
        let (least, greatest) =
          isFull ? ("-9007199254740992", "9007199254740992") : (others[0], others[1])
        renderer.append(" NOT BETWEEN \(least) AND \(greatest)")
      }
    case .float where others.count == 2:
      names = others[...]
      reason = "the number is too large for a Float"
      condition = { renderer in
        renderer.append("abs(")
        try renderer.append(value)
        renderer.append(") BETWEEN 3.4028235677973366e38 AND 1.7976931348623157e308")
      }
    case .value where others.count >= 2:
      names = others[..<2]
      reason = "the value is none that its type has"
      condition = { renderer in
        try renderer.append(value, in: .sum)
        renderer.append(" NOT IN (\(others[2...].joined(separator: ", ")))")
      }
    // Decimals are calculated by functions, which always check them.
    default: return try append(value)
    }
    append("CASE WHEN ")
    try condition(&self)
    let message = SQLValue.text("\(names.joined(separator: ".")): \(reason)")
    append(" THEN RAISE(ABORT, \(message.literal))")
    append(" ELSE ")
    try append(value)
    append(" END")
  }
}
