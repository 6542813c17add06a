import ORMCore

/// What the text of an `UPDATE` or `DELETE` depends on: the write without its values.
///
/// A connection knows the next one by it, as it does by a ``QueryShape``, and writes no text. What
/// was found out when the text was written holds for that one too: that its columns can be written,
/// and that not all rows are meant by mistake.
final class WriteShape: Sendable {
  private let table: ObjectIdentifier
  /// What is set, and by which resolution; nil for a `DELETE`.
  private let update: (resolution: ConflictResolution?, assignments: [UpdateNode.Assignment])?
  private let sources: [SourceNode]
  private let isAll: Bool
  private let condition: SQLNode

  /// Nil where the text depends on the values too, and where the write has what few have: rows that
  /// are more than those that meet a condition, `FROM`, `RETURNING`.
  init?(_ write: WriteNode, of table: ObjectIdentifier) {
    guard write.isPlain, let target = write.target, target.query.isPlainRows,
      let sources = target.query.core.sources.withoutValues,
      let condition = target.query.core.condition.shallowShape
    else { return nil }
    self.table = table
    self.sources = sources
    self.condition = condition
    isAll = target.isAll
    guard case .update(let update) = write.action else {
      self.update = nil
      return
    }
    guard let assignments = update.assignments.withoutValues else { return nil }
    self.update = (update.resolution, assignments)
  }

  /// Whether the write is of this shape: then, and else in part, its values are appended in the
  /// order of the statement's parameters.
  func isShape(
    of write: WriteNode, table: ObjectIdentifier, _ values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    guard table == self.table, write.isPlain else { return false }
    switch (write.action, update) {
    case (.update(let other), let update?):
      guard other.resolution == update.resolution,
        update.assignments.isShape(of: other.assignments, &values)
      else { return false }
      return hasShapedRows(of: other.target, &values)
    case (.delete(let target), nil): return hasShapedRows(of: target, &values)
    default: return false
    }
  }

  private func hasShapedRows(
    of target: TargetNode, _ values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    target.isAll == isAll && target.query.isPlainRows
      && sources.isShape(of: target.query.core.sources, &values)
      && condition.isShape(of: target.query.core.condition, &values)
  }
}

extension UpdateNode.Assignment: Shapeable {
  var withoutValues: Self? {
    guard let value = value.shallowShape, columns.allSatisfy(\.isShapeable) else { return nil }
    return Self(column: column, others: others, value: value)
  }

  func isShape(of other: Self, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    column.isText(of: other.column) && others.count == other.others.count
      && zip(others, other.others).allSatisfy({ $0.isText(of: $1) })
      && value.isShape(of: other.value, &values)
  }
}

extension WriteNode {
  /// Whether it says nothing but what is set and which rows are meant.
  fileprivate var isPlain: Bool {
    guard results.isEmpty else { return false }
    if case .update(let update) = action { return update.source == nil }
    return true
  }
}

extension SelectNode {
  /// Whether a write has of the query nothing but its table and its condition.
  fileprivate var isPlainRows: Bool {
    limit == nil && compounds.isEmpty && ordering.isEmpty && core.grouping.isEmpty
      && core.having.isAlways && core.sources.count == 1
  }
}

extension SQLNode {
  /// The node without its values, if it is as shallow as those of most.
  fileprivate var shallowShape: SQLNode? {
    depth <= QueryShape.greatestDepth ? withoutValues : nil
  }
}
