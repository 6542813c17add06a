extension StatementKeyWriter {
  /// Writes the key of an update or a delete whose rows are given by a condition alone.
  ///
  /// The checks that were made when its SQL was rendered hold for each write with this key: that
  /// its columns can be written, and that all rows are not meant by mistake.
  ///
  /// - Returns: Whether it has a key.
  @usableFromInline
  package mutating func write(_ rows: RowsWrite, of table: ObjectIdentifier) -> Bool {
    _ = RowsWrite.init(query:isAll:resolution:assignments:results:)
    begin()
    guard rows.query.isPlainRows else { return false }
    put(Mark.write)
    put(table)
    put((rows.isAll ? 1 : 0) | (rows.query.core.whole != nil ? 2 : 0))
    put(rows.resolution?.rawValue)
    return write(rows.assignments) && writeSources(of: rows.query.core, isOutermost: false)
      && write(rows.query.core.condition) && write(rows.results)
  }

  /// Writes the key of an insert of one row or of a query's rows.
  ///
  /// - Returns: Whether it has a key.
  @usableFromInline
  package mutating func write(_ insert: InsertNode, of table: ObjectIdentifier) -> Bool {
    _ = InsertNode.init(resolution:source:conflicts:results:)
    begin()
    put(Mark.insert)
    put(table)
    put(insert.resolution?.rawValue)
    switch insert.source {
    case .rows(let rows):
      // The SQL does not depend on whether the columns are the table's.
      guard rows.count == 1, write(rows[0]) else { return false }
    case .select(let columns, let select):
      put(Mark.selected)
      put(columns)
      guard write(select) else { return false }
    }
    put(count: insert.conflicts.count)
    return insert.conflicts.allSatisfy { write($0) } && write(insert.results)
  }

  private mutating func write(_ row: InsertedRow) -> Bool {
    _ = InsertedRow.init(columns:values:isFromTable:)
    switch row.values {
    case .stored(let values):
      put(Mark.stored)
      put(row.columns)
      take(values)
      return true
    case .computed(let nodes):
      put(Mark.computed)
      put(row.columns)
      return write(nodes)
    case .unencodable: return false
    }
  }

  private mutating func write(_ conflict: ConflictNode) -> Bool {
    _ = ConflictNode.init(target:targetCondition:assignments:condition:)
    // The values of the index's condition are literals.
    return conflict.targetCondition.isAlways && write(conflict.target)
      && write(conflict.assignments) && write(conflict.condition)
  }

  private mutating func write(_ assignments: [UpdateNode.Assignment]?) -> Bool {
    _ = UpdateNode.Assignment.init(column:others:value:)
    guard let assignments else {
      put(Mark.none)
      return true
    }
    put(Mark.some)
    put(count: assignments.count)
    return assignments.allSatisfy { assignment in
      put(assignment.column)
      put(assignment.others)
      return write(assignment.value)
    }
  }
}

extension SelectNode {
  /// Whether a write uses only the table and the condition of the query.
  fileprivate var isPlainRows: Bool {
    limit == nil && compounds.isEmpty && ordering.isEmpty && core.hasNoGroups
      && !core.isDistinct && core.chosen == nil && core.sourceCount == 1
  }
}
