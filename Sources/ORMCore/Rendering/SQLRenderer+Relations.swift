extension SQLRenderer {
  /// Writes a statement; if an expression in it names a relation, writes it again with the joined
  /// tables.
  ///
  /// - Throws: ``RelationError``; the errors of `write`.
  mutating func joiningRelations(_ write: (inout SQLRenderer) throws -> Void) throws {
    let start = mark
    plan.stage = .looking
    defer { plan = JoinPlan() }
    try write(&self)
    guard plan.stage == .found else { return }
    joinsRelations = true
    try writeAgain(.collecting, from: start, write)
    if plan.mustCollectAgain() {
      plan.requireKeys()
      try writeAgain(.collecting, from: start, write)
    }
    plan.nameTables()
    try writeAgain(.writing, from: start, write)
  }

  private mutating func writeAgain(
    _ stage: JoinPlan.Stage, from start: Mark, _ write: (inout SQLRenderer) throws -> Void
  ) throws {
    takeBack(to: start)
    plan.begin(stage)
    try write(&self)
  }

  /// Writes a column of a table at the end of a relation.
  ///
  /// - Throws: ``RelationError``
  mutating func append(column name: String, of table: RelatedTable) throws {
    switch plan.stage {
    case .outside: throw RelationError(table: table.name, reason: .tableNotInQuery)
    case .looking, .found:
      plan.stage = .found
      append(way: table)
      append(identifier: name)
    case .collecting, .writing:
      let qualifier = try plan.name(of: table)
      if !scope.only.hasSameBytes(as: qualifier) {
        append(identifier: qualifier)
        append(".")
      }
      append(identifier: name)
    }
  }

  /// Writes the way to a table in place of its name, to distinguish columns in text that is not
  /// run as SQL.
  private mutating func append(way table: RelatedTable) {
    switch table.way {
    case .rows(let level): append("\(level)")
    case .nowhere, .otherRepresentation, .limited: break
    case .reference(let reference):
      switch reference.origin {
      case .related(let table): append(way: table)
      case .named(let name):
        append(identifier: name ?? "")
        append(".")
      }
      append(reference.pairs) { renderer, pair in
        renderer.append(identifier: pair.column)
        renderer.append("=")
        renderer.append(identifier: pair.target)
      }
    }
    append(identifier: table.name)
    append(".")
  }

  /// Writes the tables that are joined before a source, or after the last one.
  mutating func append(joinsBefore source: Int, of query: JoinPlan.Query) throws {
    for join in query.joins where join.place == source {
      guard let reference = join.table.reference else { continue }
      append(" ")
      append(join.isInner ? JoinKind.inner.rawValue : JoinKind.left.rawValue)
      append(" ")
      try read(table: join.table.name)
      append(identifier: join.table.name)
      append(alias: join.name, of: join.table.name)
      append(" ON ")
      try append(reference.condition(for: .related(join.table)))
    }
  }

  /// Writes the alias of a table, if it is not the table's own name.
  mutating func append(alias: String, of table: String?) {
    if table.hasSameBytes(as: alias) || alias.isEmpty { return }
    append(" AS ")
    append(identifier: alias)
  }
}
