extension SQLRenderer {
  /// Writes a whole `SELECT`.
  ///
  /// - Throws: ``ValueEncodingError``
  mutating func append(_ select: SelectNode) throws {
    if !select.isNested { return try appendHere(select) }
    try DeepStack.run(levels: select.depth) { try appendHere(select) }
  }

  private mutating func appendHere(_ select: SelectNode) throws {
    let outer = scope
    defer { scope = outer }
    try append(select.core)
    for compound in select.compounds {
      append(" \(compound.symbol.rawValue) ")
      try append(compound.core)
    }
    // The terms of a compound name what its first `SELECT` has, of a subquery by name alone.
    scope = Scope(select.core)
    // Characters: whether it is empty
    scope.isUnqualified = !select.compounds.isEmpty && scope.only == ""
    try append(ordering: select.ordering)
    append(limit: select.limit, offset: select.offset)
  }

  private mutating func append(_ core: SelectCore) throws {
    scope = Scope(core)
    if let text = core.text {
      // Characters: a word of ASCII's letters, and a space behind it
      append(core.isDistinct ? "SELECT DISTINCT" + text.dropFirst("SELECT".count) : text)
    } else {
      try append(resultsAndSourcesOf: core)
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
  }

  /// Writes what is selected, each result with the name that it is given.
  mutating func append(_ results: [ResultColumn]) throws {
    try append(results) { renderer, result in
      try renderer.append(result.node)
      if let alias = result.alias {
        renderer.append(" AS ")
        renderer.append(identifier: alias)
      }
    }
  }

  private mutating func append(resultsAndSourcesOf core: SelectCore) throws {
    append(core.isDistinct ? "SELECT DISTINCT " : "SELECT ")
    try append(core.results)
    for (index, source) in core.sources.enumerated() {
      append(" ")
      append(index == 0 ? "FROM" : source.kind.rawValue)
      append(" ")
      try append(source)
    }
  }

  /// Writes a table of a `FROM`, and how it is joined.
  mutating func append(_ source: SourceNode) throws {
    var name: String?
    switch source.table {
    case .table(let table):
      append(identifier: table)
      name = table
    case .subquery(let select):
      append("(")
      try append(select)
      append(")")
    case .function(let function, let arguments):
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
    if !name.hasSameBytes(as: source.qualifier) && !source.qualifier.isEmpty {
      append(" AS ")
      append(identifier: source.qualifier)
    }
    if !source.condition.isAlways {
      append(" ON ")
      try append(source.condition)
    }
  }
}

extension SQLRenderer.Scope {
  /// Columns of the only table stand without its name, but where a result has a name of its own:
  /// `ORDER BY` would take it for the column.
  fileprivate init(_ core: SelectCore) {
    // Characters: whether there is an alias
    let isAlone = core.sources.count == 1 && core.chosen?.contains { $0.alias != nil } != true
    self.init(only: isAlone ? core.sources[0].qualifier : nil)
  }
}
