extension TableSchema {
  /// The columns that writes name, in the order in which a value binds them: those outside the key
  /// in declared order, then the key's.
  public var writableColumns: [String] { writableColumnsOutsideKey + writableKey }

  /// `SELECT` of every column that a fetch reads, without a `WHERE`.
  @_documentation(visibility: internal)
  public var selectSQL: String {
    "SELECT \(fetchedColumns.identifierList) FROM \(name.quotedIdentifier)"
  }

  /// `SELECT` by key, or nothing if there is no key.
  @_documentation(visibility: internal)
  public var findSQL: String {
    primaryKey.isEmpty ? "" : "\(selectSQL) WHERE \(keyCondition)"
  }

  /// `INSERT` of every column that is written.
  @_documentation(visibility: internal)
  public var insertSQL: String { insertSQL(omitting: []) }

  /// `UPDATE` by key of every column outside the key, or nothing if there is none.
  @_documentation(visibility: internal)
  public var updateSQL: String { updateSQL(columns: writableColumnsOutsideKey) }

  /// `INSERT` that updates the row with the same key, if there is one.
  @_documentation(visibility: internal)
  public var upsertSQL: String { upsertSQL(omitting: [], unloaded: []) }

  /// `DELETE` by key, or nothing if there is no key.
  @_documentation(visibility: internal)
  public var deleteSQL: String {
    if primaryKey.isEmpty { return "" }
    return "DELETE FROM \(name.quotedIdentifier) WHERE \(keyCondition)"
  }

  /// ` RETURNING` of every column that a fetch reads, in a fetch's order.
  package var returningClause: String { " RETURNING \(fetchedColumns.identifierList)" }

  /// `INSERT` without the columns at these positions of ``writableColumns``, from 1.
  package func insertSQL(omitting positions: [Int]) -> String {
    insertSQL(of: writableColumns(omitting: positions), rows: 1)
  }

  /// `INSERT` of every column that is written but the key's, which the database gives.
  package var insertWithoutKeySQL: String { insertSQL(of: writableColumnsOutsideKey, rows: 1) }

  /// `INSERT` of several rows, whose parameters, written `?`, follow one another.
  package func insertSQL(rows: Int) -> String { insertSQL(of: writableColumns, rows: rows) }

  /// `INSERT` of several rows whose keys the database gives.
  package func insertWithoutKeySQL(rows: Int) -> String {
    insertSQL(of: writableColumnsOutsideKey, rows: rows)
  }

  /// The columns that writes name, but for the key's.
  package var writableColumnsWithoutKey: [String] { writableColumnsOutsideKey }

  /// `UPDATE` by key of some columns, or nothing if there are none; the key's parameters come
  /// last.
  package func updateSQL(columns: [String]) -> String {
    if columns.isEmpty || primaryKey.isEmpty { return "" }
    let assignments = columns.enumerated().map { "\($1.quotedIdentifier) = $\($0 + 1)" }
    return "UPDATE \(name.quotedIdentifier) SET \(assignments.joined(separator: ", "))"
      + " WHERE \(condition(on: primaryKey, from: columns.count + 1))"
  }

  /// `UPDATE` by key without the columns at these positions of ``writableColumns``, from 1.
  package func updateSQL(omitting positions: [Int]) -> String {
    let left = writableColumns(omitting: positions)
    return updateSQL(columns: writableColumnsOutsideKey.filter(left.contains(name:)))
  }

  /// `INSERT` that updates the row with the same key, if there is one.
  ///
  /// - Parameters:
  ///   - positions: Positions in ``writableColumns``, from 1, of columns that are nil and that a
  ///     new row leaves to the database; a row that is there becomes NULL in them.
  ///   - unloaded: Positions of columns that no write names.
  package func upsertSQL(omitting positions: [Int], unloaded: [Int]) -> String {
    if primaryKey.isEmpty { return "" }
    let untouched = Set(unloaded)
    let omitted = Set(positions).union(untouched)
    let assignments = writableColumnsOutsideKey.enumerated().compactMap { index, column in
      let name = column.quotedIdentifier
      if untouched.contains(index + 1) { return nil as String? }
      return omitted.contains(index + 1) ? "\(name) = NULL" : "\(name) = excluded.\(name)"
    }
    let action =
      assignments.isEmpty ? "NOTHING" : "UPDATE SET \(assignments.joined(separator: ", "))"
    return insertSQL(omitting: positions + unloaded)
      + " ON CONFLICT (\(primaryKey.identifierList)) DO \(action)"
  }
}

extension TableSchema {
  /// The columns that a fetch reads, in its order.
  package var fetchedColumns: [String] { columns.filter { !$0.isLazy }.map(\.name) }

  /// The condition that the key has the values `$1` to `$n`.
  package var keyCondition: String { condition(on: primaryKey, from: 1) }

  /// `UPDATE` of a row to the key that it has, which changes nothing and counts the row.
  var touchSQL: String {
    let assignments = primaryKey.enumerated().map { "\($1.quotedIdentifier) = $\($0 + 1)" }
    return "UPDATE \(name.quotedIdentifier) SET \(assignments.joined(separator: ", "))"
      + " WHERE \(keyCondition)"
  }

  /// `SELECT` of the number of rows of what has this name: a table, or a view, which has no schema.
  package static func countSQL(of name: String) -> String {
    "SELECT count(*) FROM \(name.quotedIdentifier)"
  }

  /// `DELETE` of every row.
  package var deleteAllSQL: String { "DELETE FROM \(name.quotedIdentifier)" }

  /// `SELECT` of a row by key, for whether there is one.
  package var existsSQL: String { "SELECT 1 FROM \(name.quotedIdentifier) WHERE \(keyCondition)" }

  /// `SELECT` of some columns by key.
  func findSQL(columns: [String]) -> String {
    "SELECT \(columns.identifierList) FROM \(name.quotedIdentifier) WHERE \(keyCondition)"
  }

  /// `SELECT` of the largest value of each column of the key.
  package var largestKeySQL: String {
    let largest = primaryKey.map { "max(\($0.quotedIdentifier))" }
    return "SELECT \(largest.joined(separator: ", ")) FROM \(name.quotedIdentifier)"
  }

  /// Whether the column is the whole key.
  package func isWholeKey(_ column: ColumnSchema) -> Bool {
    primaryKey.count == 1 && primaryKey.contains(name: column.name)
  }

  private var writableColumnsOutsideKey: [String] {
    // Asked for by many writes: no column is copied, which has many parts.
    var names: [String] = []
    names.reserveCapacity(columns.count)
    for index in columns.indices
    where columns[index].isWritable && !primaryKey.contains(name: columns[index].name) {
      names.append(columns[index].name)
    }
    return names
  }

  private var writableKey: [String] {
    primaryKey.filter { key in columns.contains { $0.name.isSameName(as: key) && $0.isWritable } }
  }

  private func writableColumns(omitting positions: [Int]) -> [String] {
    let omitted = Set(positions)
    return zip(1..., writableColumns).filter { !omitted.contains($0.0) }.map(\.1)
  }

  func insertSQL(of columns: [String], rows: Int = 1) -> String {
    let insert = "INSERT INTO \(name.quotedIdentifier)"
    if columns.isEmpty { return "\(insert) DEFAULT VALUES" }
    // Numbered by their place if there are many: SQLite looks each name up among all before it,
    // which takes longer for a thousand than to insert the rows.
    let parameters = columns.indices.map { rows == 1 ? "$\($0 + 1)" : "?" }
    let values = repeatElement("(\(parameters.joined(separator: ", ")))", count: rows)
    return "\(insert) (\(columns.identifierList)) VALUES \(values.joined(separator: ", "))"
  }

  private func condition(on names: [String], from position: Int) -> String {
    names.enumerated().map { "\($1.quotedIdentifier) = $\(position + $0)" }
      .joined(separator: " AND ")
  }
}
