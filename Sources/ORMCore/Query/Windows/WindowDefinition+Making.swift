extension WindowDefinition {
  /// - Parameters:
  ///   - base: A window of the query that this one goes on from: it has what that one has, which
  ///     then has no frame, and adds an order if that one has none.
  ///   - partition: What the rows have in common that are in one window; all, if nothing is said.
  ///   - order: The order of the rows in it.
  ///   - frame: The rows around each one that count.
  public init(
    basedOn base: String? = nil, partition: any SQLExpressible...,
    order: any OrderingExpression..., frame: WindowFrame? = nil
  ) {
    self.init(base, partition, order, frame)
  }

  init(
    _ base: String?, _ partition: [any SQLExpressible], _ order: [any OrderingExpression],
    _ frame: WindowFrame?
  ) {
    self.base = base
    self.partition = partition.map(\.comparedNode)
    self.ordering = order.map(\.orderingTerm)
    self.frame = frame
  }
}

extension TableQuery {
  /// Gives a window a name, by which functions are over it.
  ///
  /// ```swift
  /// Album.all.window("years") { WindowDefinition(partition: $0.artistID, order: $0.year) }
  ///   .select { ($0.title, SQLFunction.rowNumber().over("years"), $0.plays.sum().over("years")) }
  /// // SELECT "title", row_number() OVER "years", sum("plays") OVER "years" FROM "album"
  /// //   WINDOW "years" AS (PARTITION BY "artistID" ORDER BY "year")
  /// ```
  public func window(_ name: String, _ definition: (Scope) -> WindowDefinition) -> Self {
    var node = node
    node.core.windows.append(NamedWindow(name: name, definition: definition(scope)))
    return with(tree: node)
  }
}
