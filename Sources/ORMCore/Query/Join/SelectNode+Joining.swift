extension SelectNode {
  /// Joins a source.
  ///
  /// - Parameter condition: Receives the source's columns.
  /// - Returns: The columns of the source, qualified by its name in the query.
  @inlinable
  package mutating func join<T: Selection>(
    _ source: TableExpression<T>, as alias: String?, _ kind: JoinKind,
    on condition: (T.Columns) -> SQLNode
  ) -> T.Columns {
    let qualifier = unusedQualifier(alias ?? source.name)
    let columns = T.Columns(source: TableSource(qualifier: qualifier))
    join(source.node, as: T.self, qualifier: qualifier, kind, on: condition(columns))
    return columns
  }
}

extension [SourceNode] {
  /// The name, with a number appended if another table of the query has it.
  func unusedQualifier(_ name: String) -> String {
    var candidate = name
    var number = 2
    // By index, as an iterator copies the elements.
    while indices.contains(where: { self[$0].qualifier.isSameName(as: candidate) }) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}
