extension StatementKeyWriter {
  /// Writes the key of a query that is asked this question.
  ///
  /// - Returns: Whether it has a key.
  @usableFromInline
  package mutating func write(_ query: SelectNode, asking question: QueryQuestion) -> Bool {
    begin()
    // The first row is read by the query with a limit of 1.
    switch question {
    case .rows, .first: put(Mark.query)
    case .count: put(Mark.queryCount)
    case .exists: put(Mark.queryExistence)
    }
    let limit = question == .first ? min(query.limit ?? 1, 1) : query.limit
    // The order matters only if the rows are limited, and otherwise is not written.
    let ignoresOrder = (question == .count || question == .exists) && query.limit == nil
    // A statement defines its common tables before everything else, so their values come first. A
    // query has a key if all of them are in its own `FROM`: the common tables of a subquery are
    // found only while the statement is rendered.
    if query.core.hasCommonTables {
      guard writeCommonTables(of: query.core) else { return false }
    }
    return write(query, limit: limit, ignoringOrder: ignoresOrder, isOutermost: true)
  }

  mutating func write(_ query: SelectNode) -> Bool {
    guard level < Self.greatestDepth else { return false }
    level += 1
    defer { level -= 1 }
    return write(query, limit: query.limit, ignoringOrder: false, isOutermost: false)
  }

  private mutating func write(
    _ query: SelectNode, limit: Int?, ignoringOrder: Bool, isOutermost: Bool
  ) -> Bool {
    _ = SelectNode.init(core:compounds:ordering:limit:offset:)
    _ = SelectNode.Compound.init(symbol:core:)
    let isCompound = !query.compounds.isEmpty
    let isOrdered = !ignoringOrder && !query.ordering.isEmpty
    let hasOffset = query.offset > 0
    put(
      (isCompound ? 1 : 0) | (isOrdered ? 2 : 0) | (limit != nil ? 4 : 0) | (hasOffset ? 8 : 0))
    guard write(query.core, isOutermost: isOutermost),
      !isCompound || write(query.compounds), !isOrdered || write(query.ordering)
    else { return false }
    guard let limit else { return true }
    take(.integer(Int64(limit)))
    if hasOffset { take(.integer(Int64(query.offset))) }
    return true
  }

  private mutating func write(_ compounds: [SelectNode.Compound]) -> Bool {
    put(count: compounds.count)
    return compounds.allSatisfy { compound in
      put(compound.symbol.rawValue)
      return write(compound.core, isOutermost: false)
    }
  }

  /// - Parameter isOutermost: Whether the statement defines the common tables of the `FROM`.
  private mutating func write(_ core: SelectCore, isOutermost: Bool) -> Bool {
    _ = SelectCore.init(isDistinct:chosen:whole:listed:condition:groups:)
    // If no columns are chosen, they follow from the types of the sources.
    put(
      (core.isDistinct ? 1 : 0) | (core.chosen != nil ? 2 : 0) | (core.whole != nil ? 4 : 0)
        | (core.hasNoGroups ? 0 : 8))
    if let chosen = core.chosen {
      guard write(chosen) else { return false }
    }
    return writeSources(of: core, isOutermost: isOutermost) && write(core.condition)
      && write(core.groups)
  }

  private mutating func write(_ groups: SelectGroups) -> Bool {
    switch groups {
    case .none: return true
    case .some(let grouping, let having, let windows):
      guard write(grouping), write(having) else { return false }
      _ = NamedWindow.init(name:definition:)
      put(count: windows.count)
      return windows.allSatisfy { window in
        put(window.name)
        return write(window.definition)
      }
    }
  }

  mutating func write(_ results: [ResultColumn]) -> Bool {
    _ = ResultColumn.init(node:alias:feature:)
    put(count: results.count)
    return results.allSatisfy { result in
      guard result.list == nil else { return false }
      put(result.alias)
      if let type = result.comparedInParts {
        put(Mark.some)
        put(type)
      } else {
        put(Mark.none)
      }
      return write(result.node)
    }
  }

  mutating func writeSources(of core: SelectCore, isOutermost: Bool) -> Bool {
    if let whole = core.whole {
      put(whole)
      return true
    }
    put(count: core.listed.count)
    return core.listed.allSatisfy { write($0, isOutermost: isOutermost) }
  }

  private mutating func write(_ source: SourceNode, isOutermost: Bool) -> Bool {
    _ = SourceNode.init(kind:table:qualifier:condition:row:related:)
    put(source.kind.rawValue)
    put(source.qualifier)
    if let row = source.row {
      put(Mark.some)
      put(row.type)
    } else {
      put(Mark.none)
    }
    if let related = source.related {
      put(Mark.related)
      write(related)
    } else {
      put(Mark.none)
    }
    return write(source.table, isOutermost: isOutermost) && write(source.condition)
  }

  private mutating func write(_ table: TableNode, isOutermost: Bool) -> Bool {
    switch table {
    case .table(let name):
      put(Mark.table)
      put(name)
      return true
    case .subquery(let select):
      put(Mark.subquery)
      return write(select)
    case .function(let name, let arguments):
      put(Mark.function)
      put(name)
      return write(arguments)
    case .common(let table):
      put(Mark.common)
      put(table.name)
      return isOutermost
    }
  }

  private mutating func writeCommonTables(of core: SelectCore) -> Bool {
    _ = CommonTableNode.init(name:columns:isRecursive:isMaterialized:body:)
    var names: [String] = []
    for source in core.listed {
      guard case .common(let table) = source.table else { continue }
      // A table that is defined twice is written once, if its values are the same.
      guard !names.contains(where: { $0.isSameName(as: table.name) }) else { return false }
      names.append(table.name)
      // Many rows of values are written as one parameter.
      let rows = table.body.rowsOfValues?.count ?? 0
      guard rows <= SQLRenderer.longestListOfParameters else { return false }
      put(Mark.common)
      put(table.name)
      put(table.columns)
      put(table.isRecursive)
      put(UInt8(table.isMaterialized.map { $0 ? 1 : 2 } ?? 0))
      guard write(table.body) else { return false }
    }
    return true
  }
}

extension SelectCore {
  /// Whether the `FROM` contains common tables.
  fileprivate var hasCommonTables: Bool {
    whole == nil && listed.contains { if case .common = $0.table { true } else { false } }
  }
}
