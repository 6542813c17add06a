extension SQLRenderer {
  /// Writes a whole `SELECT`.
  ///
  /// - Throws: ``ValueEncodingError``
  mutating func append(_ select: SelectNode) throws {
    if plan.stage == .outside { return try joiningRelations { try $0.append(select) } }
    if !select.isNested { return try appendHere(select) }
    try DeepStack.run(levels: select.depth) { try appendHere(select) }
  }

  private mutating func appendHere(_ select: SelectNode) throws {
    let outer = scope
    defer { scope = outer }
    let isExistence = isExistence
    self.isExistence = false
    try select.checkComparesNoWholeJSON()
    let first = try append(select.core, isExistence: isExistence)
    for compound in select.compounds {
      append(" \(compound.symbol.rawValue) ")
      _ = try append(compound.core, isExistence: isExistence)
    }
    if select.ordering.isEmpty && select.limit == nil { return }
    if let first { plan.enter(again: first) }
    defer { if first != nil { plan.leave() } }
    // The terms of a compound name results of its first `SELECT`; results of a subquery are named
    // without a qualifier.
    scope = scope(of: select.core, first)
    // Characters: whether it is empty
    scope.isUnqualified = !select.compounds.isEmpty && scope.only == ""
    try append(ordering: select.ordering)
    append(limit: select.limit, offset: select.offset)
  }

  /// - Parameter isExistence: Whether the statement does not use the values of the results.
  /// - Returns: The index of the query in the statement, if joins are planned.
  private mutating func append(_ core: SelectCore, isExistence: Bool) throws -> Int? {
    let query = plan.isPlanned ? try plan.enter(core.sources) : nil
    defer { if query != nil { plan.leave() } }
    if !isExistence { try core.checkColumnsAreGrouped() }
    scope = scope(of: core, query)
    let joins = query.map { plan.query($0).joins } ?? []
    if let text = core.text, joins.isEmpty {
      if let whole = core.whole { try read(table: whole.tableName) }
      // Characters: a word of ASCII letters, followed by a space
      append(core.isDistinct ? "SELECT DISTINCT" + text.dropFirst("SELECT".count) : text)
    } else {
      try append(resultsAndSourcesOf: core, query)
    }
    try append(condition: core.condition)
    if !core.grouping.isEmpty {
      append(" GROUP BY ")
      try append(core.grouping) { try $0.append($1) }
    }
    if !core.having.isAlways {
      append(" HAVING ")
      try append(core.having)
    }
    try append(windows: core.windows)
    return query
  }

  private func scope(of core: SelectCore, _ query: Int?) -> Scope {
    var scope = Scope(core)
    if let query, scope.only != nil {
      let query = plan.query(query)
      scope.only = query.joins.isEmpty ? query.sources[0].name : nil
    }
    return scope
  }

  /// Writes the results, each with its alias if it has one.
  mutating func append(_ results: [ResultColumn]) throws {
    try append(results) { renderer, result in
      try renderer.append(result.node)
      if let alias = result.alias {
        renderer.append(" AS ")
        renderer.append(identifier: alias)
      }
    }
  }

  private mutating func append(resultsAndSourcesOf core: SelectCore, _ query: Int?) throws {
    append(core.isDistinct ? "SELECT DISTINCT " : "SELECT ")
    try append(core.results)
    for (index, source) in core.sources.enumerated() {
      if let query { try begin(source: index, of: query) }
      append(" ")
      append(index == 0 ? "FROM" : source.kind.rawValue)
      append(" ")
      try append(source, as: query.map { plan.query($0).sources[index].name })
    }
    if let query { try begin(source: nil, of: query) }
  }

  /// Writes the tables that are joined before a source, or after the last one.
  private mutating func begin(source: Int?, of query: Int) throws {
    plan.write(source: nil, of: query)
    let planned = plan.query(query)
    try append(joinsBefore: source ?? planned.sources.count, of: planned)
    plan.write(source: source, of: query)
  }

  /// Writes a table of a `FROM`, with the condition by which it is joined.
  ///
  /// - Parameter qualifier: The name of the table, if it is not the source's qualifier.
  mutating func append(_ source: SourceNode, as qualifier: String? = nil) throws {
    if source.related != nil && plan.stage == .looking { plan.stage = .found }
    var name: String?
    switch source.table {
    case .table(let table):
      try read(table: table)
      append(identifier: table)
      name = table
    case .subquery(let select):
      append("(")
      try append(select)
      append(")")
    case .function(let function, let arguments):
      try dialect.check(function)
      append(function)
      append("(")
      try append(arguments) { try $0.append($1) }
      append(")")
      name = function
    case .common(let table):
      try define(table)
      append(identifier: table.name)
      name = table.name
    }
    append(alias: qualifier ?? source.qualifier, of: name)
    if !source.condition.isAlways {
      append(" ON ")
      try append(source.condition)
    }
  }
}

extension SelectNode {
  /// - Throws: ``ValueEncodingError`` if the query compares its rows by whole JSON values.
  fileprivate func checkComparesNoWholeJSON() throws {
    let isCompared =
      core.isDistinct || compounds.contains { $0.symbol != .unionAll || $0.core.isDistinct }
    if isCompared, case .unencodable(let error)? = core.wholeJSON?.kind { throw error }
  }
}

extension SelectCore {
  /// The first selected value that is a whole JSON value, as a node that throws when it is written.
  ///
  /// Whole rows of tables and views are not checked, because most have a key.
  fileprivate var wholeJSON: SQLNode? {
    if let wrapped { return wrapped.core.wholeJSON }
    guard let chosen else { return listed.lazy.compactMap(\.wholeJSON).first }
    for result in chosen {
      if let type = result.comparedInParts { return .wholeJSON(result.node, as: type) }
    }
    return nil
  }
}

extension SourceNode {
  fileprivate var wholeJSON: SQLNode? {
    switch table {
    case .table, .function: nil
    case .subquery(let select): select.core.wholeJSON
    case .common(let table): table.body.core.wholeJSON
    }
  }
}

extension SQLRenderer.Scope {
  /// Creates the scope of a query. Columns of the only table are written without its name, unless a
  /// result has an alias: `ORDER BY` would confuse the alias with the column.
  fileprivate init(_ core: SelectCore) {
    // Characters: whether there is an alias
    let isAlone = core.sources.count == 1 && core.chosen?.contains { $0.alias != nil } != true
    self.init(only: isAlone ? core.sources[0].qualifier : nil)
  }
}
