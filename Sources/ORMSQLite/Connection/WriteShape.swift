import ORMCore

/// What the text of an `UPDATE` or `DELETE` depends on: the write without its values.
///
/// A connection knows the next one by it, as it does by a ``QueryShape``, and writes no text. What
/// was found out when the text was written holds for that one too: that its columns can be written,
/// and that not all rows are meant by mistake.
final class WriteShape: Sendable {
  private let table: ObjectIdentifier
  private let isAll: Bool
  private let resolution: ConflictResolution?
  private let rows: SelectCore
  /// The assignments; nil for a `DELETE`.
  private let assignments: [UpdateNode.Assignment]?
  private let results: [ResultColumn]

  /// Nil where the text depends on the values too, and where the write has what few have: rows that
  /// are more than those that meet a condition.
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

  /// As of ``QueryShape``.
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

/// Takes values, and keeps none.
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
  /// Whether a write has of the query nothing but its table and its condition.
  fileprivate var isPlainRows: Bool {
    limit == nil && compounds.isEmpty && ordering.isEmpty && core.hasNoGroups
      && !core.isDistinct && core.chosen == nil && core.sourceCount == 1
  }
}

extension SQLNode {
  /// The node without its values, if it is as shallow as those of most.
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
  /// What a `RETURNING` gives, without its values, if all of it is shallow.
  var shallowShape: [ResultColumn]? {
    allSatisfy { $0.node.depth <= QueryShape.greatestDepth } ? withoutValues : nil
  }
}
