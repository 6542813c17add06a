import ORMCore

/// What the text of an `INSERT` of one row depends on: the insert without its values.
///
/// A connection knows the next one by it, as it does by a ``WriteShape``, and writes no text.
final class InsertShape: Sendable {
  private let resolution: ConflictResolution?
  private let columns: [String]
  private let conflicts: [ConflictNode]

  /// Nil where the text depends on the values too, and where the insert has what few have: a query,
  /// several rows, values that SQL computes, `RETURNING`.
  init?(_ write: WriteNode) {
    guard let insert = write.insertOfOneRow, let conflicts = insert.conflicts.withoutValues else {
      return nil
    }
    resolution = insert.resolution
    columns = insert.row.columns
    self.conflicts = conflicts
  }

  /// As of ``QueryShape``.
  func takeValues(
    of write: WriteNode, into values: inout some ArgumentList & ~Copyable
  ) -> Bool {
    guard let insert = write.insertOfOneRow, insert.resolution == resolution,
      insert.conflicts.count == conflicts.count, insert.row.columns.haveSameBytes(as: columns)
    else { return false }
    for value in insert.row.values { values.append(value) }
    return conflicts.takeValues(of: insert.conflicts, into: &values)
  }
}

/// An insert of one row whose values are known.
private struct OneRowInsert {
  let resolution: ConflictResolution?
  let row: (columns: [String], values: [SQLValue])
  let conflicts: [ConflictNode]
}

extension WriteNode {
  fileprivate var insertOfOneRow: OneRowInsert? {
    guard results.isEmpty, case .insert(let insert) = action, case .rows(let rows) = insert.source,
      rows.count == 1, case .stored(let values) = rows[0].values
    else { return nil }
    return OneRowInsert(
      resolution: insert.resolution, row: (rows[0].columns, values), conflicts: insert.conflicts)
  }
}

extension ConflictNode: Shapeable {
  var withoutValues: ConflictNode? {
    // The values of the index's condition are literals.
    guard targetCondition.isAlways, let target = target.withoutValues,
      let assignments = assignments.withoutValues,
      condition.depth <= QueryShape.greatestDepth, let condition = condition.withoutValues
    else { return nil }
    return ConflictNode(target: target, assignments: assignments, condition: condition)
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    other.targetCondition.isAlways && target.takeValues(of: other.target, into: &values)
      && assignments.takeValues(of: other.assignments, into: &values)
      && condition.takeValues(of: other.condition, into: &values)
  }
}

@_documentation(visibility: internal)
extension Connection {
  /// How many inserts a connection knows by their shape for a table.
  private static var insertShapeCapacity: Int { 4 }

  public func bound<T: DatabaseTable>(
    insert write: WriteNode, of table: T.Type
  ) throws -> PreparedStatement? {
    if !isLent { try checkLent() }
    for (shape, statement) in recentlyUsedStatements(of: table).inserts.reversed() {
      guard try statement.bindIfMatching({ shape.takeValues(of: write, into: &$0) }) else {
        continue
      }
      do {
        try check(statement)
      } catch {
        statement.reset()
        throw error
      }
      return statement
    }
    return nil
  }

  /// Keeps the statement of an insert whose text has just been written.
  func remember<T: DatabaseTable>(
    insert write: WriteNode, of table: T.Type, as text: Statement
  ) {
    guard let shape = InsertShape(write) else { return }
    var values: [SQLValue] = []
    guard shape.takeValues(of: write, into: &values), values == text.arguments,
      let statement = try? statement(text.sql)
    else { return }
    let statements = recentlyUsedStatements(of: table)
    statements.inserts.removeAll { $0.statement === statement }
    if statements.inserts.count == Self.insertShapeCapacity { statements.inserts.removeFirst() }
    statements.inserts.append((shape, statement))
  }
}
