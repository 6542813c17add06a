/// What a `SELECT` says after its `FROM`, for any number of tables.
struct SelectClauses: Sendable, Hashable {
  var condition = SQLNode.always
  var ordering: [OrderingTerm] = []
  var limit: Int?
  var offset = 0
  var isDistinct = false

  /// Whether which rows there are depends on more than the condition.
  var picksRows: Bool { limit != nil }

  /// The clauses for the first row alone.
  var first: SelectClauses {
    var first = self
    first.limit = min(limit ?? 1, 1)
    return first
  }
}

extension SQLRenderer {
  /// Writes ` WHERE …`, where there is a condition.
  mutating func append(condition: SQLNode) throws {
    if condition == .always { return }
    append(" WHERE ")
    try append(condition)
  }

  /// Writes ` WHERE … ORDER BY … LIMIT … OFFSET …`, each where it is there.
  mutating func append(_ clauses: SelectClauses) throws {
    try append(condition: clauses.condition)
    if !clauses.ordering.isEmpty {
      append(" ORDER BY ")
      try append(clauses.ordering) { try $0.append($1) }
    }
    guard let limit = clauses.limit else { return }
    append(" LIMIT ")
    bind(.integer(Int64(limit)))
    if clauses.offset > 0 {
      append(" OFFSET ")
      bind(.integer(Int64(clauses.offset)))
    }
  }

  private mutating func append(_ term: OrderingTerm) throws {
    try append(term.node)
    if term.isDescending { append(" DESC") }
    if let nulls = term.nulls { append(" \(nulls.rawValue)") }
  }
}
