import ORMCore

/// The structure of an `UPDATE` or `DELETE` without its values: a statement-cache key.
///
/// As with a ``QueryShape``, a connection uses it to find the statement of a similar write without
/// rendering the SQL. The checks that were made when the SQL was rendered hold for that write, too:
/// its columns can be written, and it does not affect all rows by mistake.
final class WriteShape: Sendable {
  private let table: ObjectIdentifier
  private let isAll: Bool
  private let resolution: ConflictResolution?
  private let rows: SelectCore
  /// The assignments; nil for a `DELETE`.
  private let assignments: [UpdateNode.Assignment]?
  private let results: [ResultColumn]

  /// Nil if the SQL depends on the values, or if the write is of a kind that is not cached: one
  /// whose rows are given by more than a condition.
  init?(_ write: RowsWrite, of table: ObjectIdentifier) {
    guard write.query.isPlainRows, write.query.depth <= QueryShape.greatestDepth,
      let query = write.query.withoutValues, let results = write.results.shallowShape
    else { return nil }
    var assignments: [UpdateNode.Assignment]?
    if let sets = write.assignments {
      guard let shapes = sets.withoutValues else { return nil }
      assignments = shapes
    }
    let shape = RowsWrite.with(
      query: query, isAll: write.isAll, resolution: write.resolution, assignments: assignments,
      results: results)
    self.table = table
    isAll = shape.isAll
    resolution = shape.resolution
    rows = shape.query.core
    self.assignments = shape.assignments
    self.results = shape.results
  }

  /// See ``QueryShape/takeValues(of:asking:into:)``.
  func takeValues(
    of other: RowsWrite, table: ObjectIdentifier, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    guard table == self.table, other.isAll == isAll, other.resolution == resolution
    else { return false }
    if let assignments {
      guard let others = other.assignments, assignments.takeValues(of: others, into: &values) else {
        return false
      }
    } else if other.assignments != nil {
      return false
    }
    // Plain rows have a source and a condition, and nothing else.
    return other.query.isPlainRows && rows.takePlainValues(of: other.query.core, into: &values)
      && results.takeValues(of: other.results, into: &values)
  }

  /// Whether the write is of this shape.
  func matches(_ write: RowsWrite, of table: ObjectIdentifier) -> Bool {
    var values = NoArguments()
    return takeValues(of: write, table: table, into: &values)
  }
}

/// Discards values.
struct NoArguments: ArgumentList {
  mutating func append(_ value: SQLValue) {}
}

extension UpdateNode.Assignment: Shapeable {
  var withoutValues: Self? {
    guard let value = value.shallowShape, columns.allSatisfy(\.isShapeable) else { return nil }
    return .with(column: column, others: others, value: value)
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    column.isText(of: other.column) && others.count == other.others.count
      && zip(others, other.others).allSatisfy({ $0.isText(of: $1) })
      && value.takeValues(of: other.value, into: &values)
  }
}

extension SelectNode {
  /// Whether a write uses only the table and the condition of the query.
  fileprivate var isPlainRows: Bool {
    limit == nil && compounds.isEmpty && ordering.isEmpty && core.hasNoGroups
      && !core.isDistinct && core.chosen == nil && core.sourceCount == 1
  }
}

extension SQLNode {
  /// The node without its values, if it is as shallow as most nodes.
  var shallowShape: SQLNode? {
    depth <= QueryShape.greatestDepth ? withoutValues : nil
  }
}

extension [SQLNode] {
  /// The nodes without their values, if all are shallow.
  var shallowShape: [SQLNode]? {
    allSatisfy { $0.depth <= QueryShape.greatestDepth } ? withoutValues : nil
  }
}

extension [ResultColumn] {
  /// The columns of a `RETURNING` without their values, if all are shallow.
  var shallowShape: [ResultColumn]? {
    allSatisfy { $0.node.depth <= QueryShape.greatestDepth } ? withoutValues : nil
  }
}
