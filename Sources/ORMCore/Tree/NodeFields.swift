// A connection finds a cached statement by the query's tree, in which only the values may differ.
// So the shape compares each field of a node, in code written by hand. This file creates each type
// of node from all its fields, with the full name of the memberwise initializer: a new field does
// not compile until both this file and the node's shape name it (see `Shapeable`). Also add the
// field to `==` and `hash(into:)`, and to `depth` if it contains nodes.

extension SelectNode {
  package static func with(
    core: SelectCore, compounds: [Compound], ordering: [OrderingTerm], limit: Int?, offset: Int
  ) -> SelectNode {
    SelectNode.init(core:compounds:ordering:limit:offset:)(
      core, compounds, ordering, limit, offset)
  }
}

extension SelectNode.Compound {
  package static func with(symbol: CompoundOperator, core: SelectCore) -> SelectNode.Compound {
    SelectNode.Compound.init(symbol:core:)(symbol, core)
  }
}

extension SelectCore {
  package static func with(
    isDistinct: Bool, chosen: [ResultColumn]?, whole: (any WholeTable.Type)?,
    listed: [SourceNode], condition: SQLNode, groups: SelectGroups
  ) -> SelectCore {
    SelectCore.init(isDistinct:chosen:whole:listed:condition:groups:)(
      isDistinct, chosen, whole, listed, condition, groups)
  }
}

extension ResultColumn {
  package static func with(
    node: SQLNode, alias: String?, feature: ResultColumn.Feature?
  ) -> ResultColumn {
    ResultColumn.init(node:alias:feature:)(node, alias, feature)
  }
}

extension SourceNode {
  package static func with(
    kind: JoinKind, table: TableNode, qualifier: String, condition: SQLNode, row: DecodedType?,
    related: RelatedTable?
  ) -> SourceNode {
    SourceNode.init(kind:table:qualifier:condition:row:related:)(
      kind, table, qualifier, condition, row, related)
  }
}

extension CommonTableNode {
  package static func with(
    name: String, columns: [String], isRecursive: Bool, isMaterialized: Bool?, body: SelectNode
  ) -> CommonTableNode {
    CommonTableNode.init(name:columns:isRecursive:isMaterialized:body:)(
      name, columns, isRecursive, isMaterialized, body)
  }
}

extension OrderingTerm {
  package static func with(
    node: SQLNode, isDescending: Bool, nulls: Nulls?, canBeNull: Bool
  ) -> OrderingTerm {
    OrderingTerm.init(node:isDescending:nulls:canBeNull:)(node, isDescending, nulls, canBeNull)
  }
}

extension FunctionCall {
  package static func with(
    name: String, arguments: [SQLNode], isDistinct: Bool, ordering: [OrderingTerm],
    filter: SQLNode, window: WindowReference?
  ) -> FunctionCall {
    FunctionCall.init(name:arguments:isDistinct:ordering:filter:window:)(
      name, arguments, isDistinct, ordering, filter, window)
  }
}

extension SQL {
  package static func with(parts: [Part]) -> SQL { SQL.init(parts:)(parts) }
}

extension RowsWrite {
  package static func with(
    query: SelectNode, isAll: Bool, resolution: ConflictResolution?,
    assignments: [UpdateNode.Assignment]?, results: [ResultColumn]
  ) -> RowsWrite {
    RowsWrite.init(query:isAll:resolution:assignments:results:)(
      query, isAll, resolution, assignments, results)
  }
}

extension UpdateNode.Assignment {
  package static func with(
    column: String, others: [String], value: SQLNode
  ) -> UpdateNode.Assignment {
    UpdateNode.Assignment.init(column:others:value:)(column, others, value)
  }
}

extension InsertNode {
  package static func with(
    resolution: ConflictResolution?, source: Source, conflicts: [ConflictNode],
    results: [ResultColumn]
  ) -> InsertNode {
    InsertNode.init(resolution:source:conflicts:results:)(resolution, source, conflicts, results)
  }
}

extension InsertedRow {
  package static func with(
    columns: [String], values: Values, isFromTable: Bool
  ) -> InsertedRow {
    InsertedRow.init(columns:values:isFromTable:)(columns, values, isFromTable)
  }
}

extension ConflictNode {
  package static func with(
    target: [SQLNode], targetCondition: SQLNode, assignments: [UpdateNode.Assignment]?,
    condition: SQLNode
  ) -> ConflictNode {
    ConflictNode.init(target:targetCondition:assignments:condition:)(
      target, targetCondition, assignments, condition)
  }
}
