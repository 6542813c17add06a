extension SQLRenderer {
  /// Writes a whole `INSERT`, `UPDATE` or `DELETE`.
  ///
  /// - Parameter rows: The rows of an insert of `VALUES`.
  /// - Throws: ``ValueEncodingError``; ``MissingConditionError``; ``MissingAssignmentError``
  mutating func append(_ write: WriteNode, rows: ArraySlice<InsertedRow>) throws {
    if case .insert = write.action { return try appendHere(write, rows) }
    try joiningRelations { try $0.appendHere(write, rows) }
  }

  private mutating func appendHere(_ write: WriteNode, _ rows: ArraySlice<InsertedRow>) throws {
    scope = Scope(only: write.table)
    switch write.action {
    case .insert(let insert): try append(insert, rows: rows, into: write.table)
    case .update(let update): try append(update)
    case .delete(let target):
      scope = Scope(only: target.name)
      append("DELETE FROM ")
      append(target)
      try append(conditionOf: target)
    }
    if write.results.isEmpty { return }
    // `RETURNING` names the table by its own name, even if the statement has an alias for it.
    scope = Scope(only: write.table)
    append(" RETURNING ")
    try append(write.results)
  }

  /// - Throws: ``UnsupportedSQLError``
  private mutating func append(_ resolution: ConflictResolution?) throws {
    guard let resolution else { return }
    guard dialect.hasConflictResolutions else {
      throw UnsupportedSQLError(feature: "OR \(resolution.rawValue)", engine: dialect.engine)
    }
    append(" OR \(resolution.rawValue)")
  }

  /// Writes the condition of the rows.
  private mutating func append(
    conditionOf target: TargetNode, from source: SourceNode? = nil, and other: SQLNode = .always
  ) throws {
    if plan.isPlanned {
      let own = SourceNode(table: .table(target.table), qualifier: target.name)
      _ = try plan.enter([own] + (source.map { [$0] } ?? []), isWrite: true)
    }
    defer { if plan.isPlanned { plan.leave() } }
    try append(condition: target.condition(and: other, byKey: plan.writesByKey))
  }

  /// Writes the table and its alias.
  private mutating func append(_ target: TargetNode) {
    append(identifier: target.table)
    append(alias: target.name, of: target.table)
  }
}

// MARK: - UPDATE

extension SQLRenderer {
  private mutating func append(_ update: UpdateNode) throws {
    if update.assignments.isEmpty { throw MissingAssignmentError(table: update.target.table) }
    scope = Scope(only: update.source == nil ? update.target.name : nil)
    append("UPDATE")
    try append(update.resolution)
    append(" ")
    append(update.target)
    append(" SET ")
    try append(update.assignments)
    if let source = update.source {
      append(" FROM ")
      try append(source)
    }
    try append(conditionOf: update.target, from: update.source, and: update.condition)
  }

  private mutating func append(_ assignments: [UpdateNode.Assignment]) throws {
    try append(assignments) { renderer, assignment in
      let names = assignment.columns.identifierList
      renderer.append(assignment.columns.count == 1 ? names : "(\(names))")
      renderer.append(" = ")
      try renderer.append(assignment.value)
    }
  }
}

// MARK: - INSERT

extension SQLRenderer {
  private mutating func append(
    _ insert: InsertNode, rows: ArraySlice<InsertedRow>, into table: String
  ) throws {
    // A row that violates another constraint than a unique one is an error then; `OR IGNORE` leaves
    // it out.
    let ignoresConflicts = insert.resolution == .ignore && !dialect.hasConflictResolutions
    append("INSERT")
    if !ignoresConflicts { try append(insert.resolution) }
    append(" INTO ")
    append(identifier: table)
    switch insert.source {
    case .rows: try append(rows)
    case .select(let columns, let select):
      append(" (\(columns.identifierList)) ")
      try append(insert.conflicts.isEmpty ? select : select.endingBeforeConflicts)
    }
    if ignoresConflicts { append(" ON CONFLICT DO NOTHING") }
    let columns = scope
    for conflict in insert.conflicts {
      scope = columns
      if conflict.assignments?.isEmpty == true { throw MissingAssignmentError(table: table) }
      try append(conflict)
    }
  }

  private mutating func append(_ rows: ArraySlice<InsertedRow>) throws {
    guard let columns = rows.first?.columns, !columns.isEmpty else {
      append(" DEFAULT VALUES")
      return
    }
    append(" (\(columns.identifierList)) VALUES ")
    // With several rows, parameters have no names, because SQLite looks up each name in a list.
    let areNumbered = rows.count == 1 || !dialect.hasUnnumberedParameters
    try append(Array(rows)) { renderer, row in
      renderer.append("(")
      switch row.values {
      case .stored(let values):
        renderer.append(values) { $0.bind($1, isNumbered: areNumbered) }
      case .computed(let nodes): try renderer.append(nodes) { try $0.append($1) }
      case .unencodable(let error): throw error.located
      }
      renderer.append(")")
    }
  }

  private mutating func append(_ conflict: ConflictNode) throws {
    append(" ON CONFLICT")
    if !conflict.target.isEmpty {
      append(" (")
      // SQLite compares this with the text of the index, which contains no parameters.
      try writingLiterals { renderer in
        try renderer.append(conflict.target) { try $0.append($1) }
        renderer.append(")")
        try renderer.append(condition: conflict.targetCondition)
      }
    }
    guard let assignments = conflict.assignments else {
      append(" DO NOTHING")
      return
    }
    append(" DO UPDATE SET ")
    if dialect.qualifiesUpsertedColumns { scope.only = nil }
    try append(assignments)
    try append(condition: conflict.condition)
  }
}

extension SelectNode {
  /// The query with a `WHERE` after its last `FROM`: without one, the parser reads the `ON` of `ON
  /// CONFLICT` as the condition of a join; see
  /// <https://www.sqlite.org/lang_upsert.html#parsing_ambiguity>.
  fileprivate var endingBeforeConflicts: SelectNode {
    var node = self
    if node.compounds.isEmpty {
      node.core.endBeforeConflicts()
    } else {
      let last = node.compounds.removeLast()
      var core = last.core
      core.endBeforeConflicts()
      node.compounds.append(Compound(symbol: last.symbol, core: core))
    }
    return node
  }
}

extension SelectCore {
  fileprivate mutating func endBeforeConflicts() {
    if condition.isAlways { condition = .literal("TRUE") }
  }
}
