extension SQLRenderer {
  /// Writes ` WHERE …`, if there is a condition.
  mutating func append(condition: SQLNode) throws {
    if condition.isAlways { return }
    append(" WHERE ")
    try append(condition)
  }

  /// Writes ` ORDER BY …`, if there are terms.
  mutating func append(ordering terms: [OrderingTerm]) throws {
    if terms.isEmpty { return }
    append(" ORDER BY ")
    try append(terms) { try $0.append($1) }
  }

  /// Writes ` LIMIT … OFFSET …`, if there is one.
  mutating func append(limit: Int?, offset: Int) {
    guard let limit else { return }
    append(" LIMIT ")
    bind(.integer(Int64(limit)))
    if offset > 0 {
      append(" OFFSET ")
      bind(.integer(Int64(offset)))
    }
  }

  mutating func append(_ term: OrderingTerm) throws {
    try append(term.node)
    if term.isDescending { append(" DESC") }
    if let nulls = term.nulls {
      append(" \(nulls.rawValue)")
    } else if !dialect.nullsAreLeast && term.canBeNull {
      append(term.isDescending ? " NULLS LAST" : " NULLS FIRST")
    }
  }
}
