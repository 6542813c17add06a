import ORMCore

/// Finds the reference that a write has violated. SQLite only reports `FOREIGN KEY constraint
/// failed`, since it counts violations and does not record their places.
///
/// The failed statement has been undone, so the rows are as they were before it.
struct ForeignKeyDiagnosis {
  private typealias Reference = SchemaReader.Reference

  let query: (Statement) throws -> [[SQLValue]]

  private var schema: SchemaReader { SchemaReader(query) }

  /// The violated reference, if it can be found.
  func violation(of table: String, _ write: FailedWrite) throws -> ConstraintViolation? {
    // If the statement wrote a row and its parent in the same table, both are undone, and the
    // parent seems to be missing: references to other tables are the better guess.
    let own = try schema.references(fromTable: table)
    let order =
      own.filter { !$0.parent.isSameName(as: table) }
      + own.filter { $0.parent.isSameName(as: table) }
    for reference in order {
      for row in write.rows where try lacksParent(row, of: write.target, reference) {
        return reference.violation
      }
    }
    guard let target = write.target else { return nil }
    return try childOf(table, rows: target, new: write.rows.first, visited: [])
  }
}

// MARK: - Parents

extension ForeignKeyDiagnosis {
  private func lacksParent(
    _ row: [SQLName: SQLValue], of target: Statement?, _ reference: Reference
  ) throws -> Bool {
    var values = reference.columns.map { row[SQLName($0)] }
    if values.allSatisfy({ $0 == nil }) { return false }
    if let target, values.contains(nil) {
      // A column that the update does not set keeps its value.
      let sql = "SELECT \(reference.columns.identifierList) FROM (\(target.sql))"
      let old = try query(Statement(sql: sql, arguments: target.arguments)).first
      if let old { values = zip(values, old).map { $0 ?? $1 } }
    }
    let complete = values.compactMap(\.self)
    guard complete.count == values.count, !complete.contains(.null) else { return false }
    let conditions = reference.parentColumns.enumerated().map {
      "\($1.quotedIdentifier) = $\($0 + 1)"
    }
    return try query(
      Statement(
        sql: "SELECT 1 FROM \(reference.parent.quotedIdentifier)"
          + " WHERE \(conditions.joined(separator: " AND ")) LIMIT 1",
        arguments: complete)
    ).isEmpty
  }
}

// MARK: - Children

extension ForeignKeyDiagnosis {
  /// Finds a row that refers to one of `rows`.
  ///
  /// - Parameters:
  ///   - rows: A `SELECT` of rows of `table`.
  ///   - new: The new values of these rows, by column; nil if the rows are deleted.
  private func childOf(
    _ table: String, rows: Statement, new: [SQLName: SQLValue]?, visited: [String]
  ) throws -> ConstraintViolation? {
    let references = try schema.references(toTable: table)
    let order =
      references.filter { !$0.child.isSameName(as: table) }
      + references.filter { $0.child.isSameName(as: table) }
    for reference in order
    // Characters: SQLite's own words
    where new != nil || !["CASCADE", "SET NULL"].contains(reference.onDelete) {
      guard let children = referring(to: rows, reference, new: new) else { continue }
      let first = Statement(sql: children.sql + " LIMIT 1", arguments: children.arguments)
      if try !query(first).isEmpty { return reference.violation }
    }
    if new != nil { return nil }
    for reference in order
    // Characters: SQLite's own word
    where reference.onDelete == "CASCADE" && !visited.contains(name: reference.child) {
      guard let children = referring(to: rows, reference, new: nil) else { continue }
      let found = try childOf(
        reference.child, rows: children, new: nil, visited: visited + [table])
      if let found { return found }
    }
    return nil
  }

  /// A `SELECT` of the rows that refer to one of `rows`; nil if the referenced values do not
  /// change.
  private func referring(
    to rows: Statement, _ reference: Reference, new: [SQLName: SQLValue]?
  ) -> Statement? {
    var arguments = rows.arguments
    var changes: [String] = []
    for column in reference.parentColumns {
      guard let value = new?[SQLName(column)] else { continue }
      arguments.append(value)
      changes.append("p.\(column.quotedIdentifier) IS NOT $\(arguments.count)")
    }
    if new != nil && changes.isEmpty { return nil }
    let pairs = zip(reference.columns, reference.parentColumns).map {
      "c.\($0.quotedIdentifier) = p.\($1.quotedIdentifier)"
    }
    var sql = "SELECT c.* FROM (\(rows.sql)) AS p"
    sql += " JOIN \(reference.child.quotedIdentifier) AS c ON \(pairs.joined(separator: " AND "))"
    if !changes.isEmpty { sql += " WHERE (\(changes.joined(separator: " OR ")))" }
    return Statement(sql: sql, arguments: arguments)
  }
}

extension SchemaReader.Reference {
  fileprivate var violation: ConstraintViolation {
    ConstraintViolation(
      kind: .foreignKey, table: child, columns: columns,
      constraint: "REFERENCES \(parent.quotedIdentifier) (\(parentColumns.identifierList))")
  }
}
