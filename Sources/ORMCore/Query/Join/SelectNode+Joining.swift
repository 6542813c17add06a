extension SelectNode {
  /// Takes the rows of one more source too, which the condition is about.
  ///
  /// - Returns: the columns of the source under its name in the query.
  @inlinable
  package mutating func join<T: Selection>(
    _ source: RowSource<T>, as alias: String?, _ kind: JoinKind,
    on condition: (T.Columns) -> SQLNode
  ) -> T.Columns {
    let qualifier = unusedQualifier(alias ?? source.name)
    let columns = T.Columns(source: TableSource(qualifier: qualifier))
    join(source.node, as: T.self, qualifier: qualifier, kind, on: condition(columns))
    return columns
  }
}

extension [SourceNode] {
  /// The name, with a number behind it where another table of the query has it.
  func unusedQualifier(_ name: String) -> String {
    var candidate = name
    var number = 2
    // By index, as an iterator copies what it gives.
    while indices.contains(where: { self[$0].qualifier.isSameName(as: candidate) }) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}
