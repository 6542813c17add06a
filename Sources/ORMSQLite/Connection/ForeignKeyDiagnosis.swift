import ORMCore

/// What a write that failed was about to do.
@usableFromInline
struct FailedWrite {
  /// The rows that it wrote, each by column, as far as it named them.
  var rows: [[SQLName: SQLValue]] = []
  /// A `SELECT *` of the rows that it changed or deleted, as they are without it.
  var target: Statement?

  @usableFromInline
  init(rows: [[SQLName: SQLValue]] = [], target: Statement? = nil) {
    self.rows = rows
    self.target = target
  }
}

/// Finds out which reference a write has violated: SQLite says `FOREIGN KEY constraint failed` and
/// no more, since it counts violations and does not remember where it met them.
///
/// The failed statement has been undone by now, so the rows are as they were before it.
struct ForeignKeyDiagnosis {
  /// A reference from `child` to `parent`.
  private struct Reference {
    var child: String
    var columns: [String]
    var parent: String
    var parentColumns: [String]
    var onDelete: String

    var violation: ConstraintViolation {
      ConstraintViolation(
        kind: .foreignKey, table: child, columns: columns,
        constraint: "REFERENCES \(parent.quotedIdentifier) (\(parentColumns.identifierList))")
    }
  }

  let query: (Statement) throws -> [[SQLValue]]

  /// The violated reference, where it can be found.
  func violation(of table: String, _ write: FailedWrite) throws -> ConstraintViolation? {
    // A row of the table itself may be missing as a parent because the statement was undone that
    // wrote both: references to other tables are the better guess.
    let own = try references(fromTable: table)
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
      // What an update does not name stays as it is.
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
  ///   - new: What these rows become, by column; nil where they are deleted.
  private func childOf(
    _ table: String, rows: Statement, new: [SQLName: SQLValue]?, visited: [String]
  ) throws -> ConstraintViolation? {
    let references = try references(toTable: table)
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

  /// A `SELECT` of the rows that refer to one of `rows`, nil where these keep what is referred to.
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

// MARK: - What the database knows of references

extension ForeignKeyDiagnosis {
  private func references(fromTable table: String) throws -> [Reference] {
    try references(where: "m.name = $1 COLLATE NOCASE", table)
  }

  private func references(toTable table: String) throws -> [Reference] {
    try references(where: "f.\"table\" = $1 COLLATE NOCASE", table)
  }

  /// See <https://www.sqlite.org/pragma.html#pragma_foreign_key_list>.
  private func references(where condition: String, _ table: String) throws -> [Reference] {
    let sql = """
      SELECT m.name, f.id, f."from", f."table", f."to", f.on_delete
      FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f
      WHERE m.type = 'table' AND \(condition) ORDER BY m.name, f.id DESC, f.seq
      """
    var references: [Reference] = []
    var last: [SQLValue] = []
    for row in try query(Statement(sql: sql, arguments: [.text(table)])) {
      guard case .text(let child) = row[0], case .text(let column) = row[2],
        case .text(let parent) = row[3], case .text(let onDelete) = row[5]
      else { continue }
      if Array(row[...1]) != last {
        last = Array(row[...1])
        references.append(
          Reference(
            child: child, columns: [], parent: parent, parentColumns: [], onDelete: onDelete))
      }
      references[references.count - 1].columns.append(column)
      if case .text(let name) = row[4] {
        references[references.count - 1].parentColumns.append(name)
      }
    }
    // A reference that names no columns is to the key.
    for index in references.indices where references[index].parentColumns.isEmpty {
      references[index].parentColumns = try primaryKey(of: references[index].parent)
    }
    return references
  }

  private func primaryKey(of table: String) throws -> [String] {
    let sql = "SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk"
    return try query(Statement(sql: sql, arguments: [.text(table)])).compactMap {
      if case .text(let name) = $0[0] { name } else { nil }
    }
  }
}
