extension SelectQuery {
  /// The query with one more table, of which everything is selected that the new scope has.
  func joining<T: Selection, NewScope: Sendable, NewResult: SelectResult>(
    _ source: RowSource<T>, as alias: String?, _ kind: JoinKind, after results: [ResultColumn],
    on condition: (T.Columns) -> SQLNode, _ scope: (T.Columns) -> NewScope
  ) -> SelectQuery<NewScope, NewResult> {
    var node = node
    let qualifier = node.core.unusedQualifier(alias ?? source.name)
    let columns = T.Columns(source: TableSource(qualifier: qualifier))
    node.core.sources.append(
      SourceNode(
        kind: kind, table: source.node, qualifier: qualifier,
        condition: condition(columns), row: RowType(type: T.self)))
    node.core.text = nil
    node.core.results = results + columns.results
    return SelectQuery<NewScope, NewResult>(node, scope: scope(columns))
  }
}

extension SelectCore {
  /// The name, with a number behind it where another table of the query has it.
  func unusedQualifier(_ name: String) -> String {
    let taken = Set(sources.map { $0.qualifier.lowercased() })
    var candidate = name
    var number = 2
    while taken.contains(candidate.lowercased()) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}
