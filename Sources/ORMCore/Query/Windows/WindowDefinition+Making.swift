extension WindowDefinition {
  /// Creates a window.
  ///
  /// - Parameters:
  ///   - base: The name of another window of the query, which this window extends. The other window
  ///     must have no frame. If it has an order, `order` must be empty.
  ///   - partition: The expressions whose values the rows of a window share. By default, all rows
  ///     are in one window.
  ///   - order: The order of the rows in the window.
  ///   - frame: The rows around each row that are included; see ``WindowFrame``.
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
  /// Defines a named window, which functions can refer to.
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
