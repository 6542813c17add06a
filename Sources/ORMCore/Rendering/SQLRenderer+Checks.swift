extension SQLRenderer {
  /// Writes the check of a checking function with SQL that every program can run: `RAISE`, in a
  /// trigger.
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
    case .integer where others.count == 4:
      names = others[2...]
      reason = "the number is outside of \(others[0]) to \(others[1])"
      condition = { renderer in
        try renderer.append(value, in: .sum)
        renderer.append(" NOT BETWEEN \(others[0]) AND \(others[1])")
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
    // Decimals are calculated by functions, which check them in any case.
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
