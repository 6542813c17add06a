import ORMCore

/// The structure of an `INSERT` of one row or of a query, without its values: a statement-cache
/// key.
///
/// As with a ``WriteShape``, a connection uses it to find the statement of a similar insert without
/// rendering the SQL.
final class InsertShape: Sendable {
  private enum Source {
    case row
    /// A row of values and expressions.
    case computed([SQLNode])
    case select(SelectNode)
  }

  /// The insert without its ``source``.
  private let insert: InsertNode
  private let columns: [String]
  private let source: Source

  /// Nil if the SQL depends on the values, or the insert has several rows.
  init?(_ insert: InsertNode) {
    guard let conflicts = insert.conflicts.withoutValues, let results = insert.results.shallowShape
    else { return nil }
    switch insert.source {
    case .rows(let rows):
      guard rows.count == 1 else { return nil }
      // The text does not depend on whether they are the table's columns.
      let row = InsertedRow.with(
        columns: rows[0].columns, values: rows[0].values, isFromTable: rows[0].isFromTable)
      columns = row.columns
      switch row.values {
      case .stored: source = .row
      case .computed(let nodes):
        guard let nodes = nodes.shallowShape else { return nil }
        source = .computed(nodes)
      case .unencodable: return nil
      }
    case .select(let columns, let select):
      guard select.depth <= QueryShape.greatestDepth, let select = select.withoutValues else {
        return nil
      }
      self.columns = columns
      source = .select(select)
    }
    self.insert = .with(
      resolution: insert.resolution, source: .rows([]), conflicts: conflicts, results: results)
  }

  /// See ``QueryShape/takeValues(of:asking:into:)``.
  func takeValues(
    of other: InsertNode, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    guard other.resolution == insert.resolution,
      other.conflicts.count == insert.conflicts.count, other.results.count == insert.results.count
    else { return false }
    switch source {
    case .row:
      guard case .rows(let rows) = other.source, rows.count == 1,
        case .stored(let stored) = rows[0].values, rows[0].columns.haveSameBytes(as: columns)
      else { return false }
      for value in stored { values.append(value) }
    case .computed(let nodes):
      guard case .rows(let rows) = other.source, rows.count == 1,
        case .computed(let others) = rows[0].values, rows[0].columns.haveSameBytes(as: columns),
        nodes.takeValues(of: others, into: &values)
      else { return false }
    case .select(let select):
      guard case .select(let others, let otherSelect) = other.source,
        others.haveSameBytes(as: columns), select.takeValues(of: otherSelect, into: &values)
      else { return false }
    }
    return insert.conflicts.takeValues(of: other.conflicts, into: &values)
      && (insert.results.isEmpty || insert.results.takeValues(of: other.results, into: &values))
  }

  /// Whether the insert is of this shape.
  func matches(_ insert: InsertNode) -> Bool {
    var values = NoArguments()
    return takeValues(of: insert, into: &values)
  }
}

extension ConflictNode: Shapeable {
  var withoutValues: ConflictNode? {
    // The values of the index's condition are literals.
    guard targetCondition.isAlways, let target = target.shallowShape,
      let condition = condition.shallowShape
    else { return nil }
    let assigned: [UpdateNode.Assignment]?
    if let assignments {
      guard let shape = assignments.withoutValues else { return nil }
      assigned = shape
    } else {
      assigned = nil
    }
    return .with(
      target: target, targetCondition: .always, assignments: assigned, condition: condition)
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    guard other.targetCondition.isAlways, target.takeValues(of: other.target, into: &values),
      takeAssignedValues(of: other, into: &values)
    else { return false }
    return condition.takeValues(of: other.condition, into: &values)
  }

  private func takeAssignedValues(
    of other: Self, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    guard let assignments, let others = other.assignments else {
      return assignments == nil && other.assignments == nil
    }
    return assignments.takeValues(of: others, into: &values)
  }
}

@_documentation(visibility: internal)
extension Connection {
  /// The number of inserts per table whose statements a connection caches by their shape.
  private static var insertShapeCapacity: Int { 4 }

  public func bound<T: DatabaseTable>(
    _ insert: InsertNode, of table: T.Type
  ) throws -> PreparedStatement? {
    if !isLent { try checkLent() }
    for (shape, statement) in recentlyUsedStatements(of: table).inserts.reversed() {
      guard try statement.bindIfMatching({ shape.takeValues(of: insert, into: &$0) }) else {
        continue
      }
      do {
        try check(statement)
      } catch {
        statement.reset()
        throw error
      }
      return try statement.checked {
        try insert.node(of: table).batches(of: table).first?.statement
      }
    }
    return nil
  }

  public func knows<T: DatabaseTable>(_ insert: InsertNode, of table: T.Type) throws -> Bool {
    try checkCanPrepare()
    return recentlyUsedStatements(of: table).inserts.contains { $0.shape.matches(insert) }
  }

  /// Caches the statement of an insert whose SQL has just been rendered.
  func remember<T: DatabaseTable>(
    insert write: WriteNode, of table: T.Type, as text: Statement
  ) {
    guard case .insert(let plain) = write.action else { return }
    let insert = plain.returning(write.results)
    // Another row of this shape may have NULL for its key. That is checked when the SQL is
    // rendered.
    if case .nothing? = recentlyUsedStatements(of: table).keySource { return }
    guard let shape = InsertShape(insert) else { return }
    var values: [SQLValue] = []
    guard shape.takeValues(of: insert, into: &values), values == text.arguments,
      let statement = try? statement(text.sql)
    else { return }
    let statements = recentlyUsedStatements(of: table)
    statements.inserts.removeAll { $0.statement === statement }
    if statements.inserts.count == Self.insertShapeCapacity { statements.inserts.removeFirst() }
    statements.inserts.append((shape, statement))
  }
}
