extension SelectCore {
  /// Checks that no column is selected next to an aggregate of all rows.
  ///
  /// With `GROUP BY`, nothing is checked: a column may have one value in each group although it is
  /// not among the terms.
  ///
  /// - Throws: ``UngroupedColumnError``
  func checkColumnsAreGrouped() throws {
    guard let chosen, chosen.count > 1, grouping.isEmpty else { return }
    var content = AggregatedContent()
    for result in chosen { content.add(result.node) }
    guard content.hasAggregate, !content.hasExtreme else { return }
    let names = sources.map(\.qualifier)
    for (qualifier, name) in content.columns where names.contains(name: qualifier) {
      throw UngroupedColumnError(column: name)
    }
  }
}

/// The aggregates among results, and the columns outside of them.
private struct AggregatedContent {
  var hasAggregate = false
  /// Whether there is a `min` or `max`, which determines the row of the columns.
  var hasExtreme = false
  var columns: [(qualifier: String, name: String)] = []

  /// - Parameter depth: The number of levels to look at. Results are shallow; a column on a deeper
  ///   level is not checked.
  mutating func add(_ node: SQLNode, depth: Int = 20) {
    if depth == 0 { return }
    switch node.kind {
    case .column(let qualifier?, let name): columns.append((qualifier, name))
    case .call(let call) where call.window == nil:
      hasAggregate = true
      if call.name.hasSameBytes(as: "min") || call.name.hasSameBytes(as: "max") {
        hasExtreme = true
      }
    case .binary(let left, _, let right):
      add(left, depth: depth - 1)
      add(right, depth: depth - 1)
    case .function(_, let arguments):
      for argument in arguments { add(argument, depth: depth - 1) }
    case .not(let operand), .isNull(let operand), .isNotNull(let operand), .cast(let operand, _),
      .collate(let operand, _):
      add(operand, depth: depth - 1)
    default: break
    }
  }
}
