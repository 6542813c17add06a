extension TableSchema {
  /// The columns that are written, in the order in which a value binds them: the columns outside
  /// the key in declared order, then the key's columns.
  public var writableColumns: [String] { writableColumnsOutsideKey + writableKey }

  /// The `SELECT` of every column that a fetch reads, without a `WHERE`.
  @_documentation(visibility: internal)
  public var selectSQL: String {
    "SELECT \(fetchedColumns.identifierList) FROM \(name.quotedIdentifier)"
  }

  /// The `SELECT` by key; empty if there is no key.
  @_documentation(visibility: internal)
  public var findSQL: String {
    primaryKey.isEmpty ? "" : "\(selectSQL) WHERE \(keyCondition)"
  }

  /// The `INSERT` of every writable column.
  @_documentation(visibility: internal)
  public var insertSQL: String { insertSQL(omitting: []) }

  /// The `UPDATE` by key of every writable column outside the key; empty if there is none.
  @_documentation(visibility: internal)
  public var updateSQL: String { updateSQL(columns: writableColumnsOutsideKey) }

  /// The `INSERT` that updates the row with the same key, if there is one.
  @_documentation(visibility: internal)
  public var upsertSQL: String { upsertSQL(omitting: [], unloaded: []) }

  /// The `DELETE` by key; empty if there is no key.
  @_documentation(visibility: internal)
  public var deleteSQL: String {
    if primaryKey.isEmpty { return "" }
    return "DELETE FROM \(name.quotedIdentifier) WHERE \(keyCondition)"
  }

  /// A ` RETURNING` clause with every column that a fetch reads, in the order of a fetch.
  package var returningClause: String { " RETURNING \(fetchedColumns.identifierList)" }

  /// Returns the `INSERT` without the columns at these positions of ``writableColumns``, from 1.
  package func insertSQL(omitting positions: [Int]) -> String {
    insertSQL(of: writableColumns(omitting: positions), rows: 1)
  }

  /// The `INSERT` of every writable column outside the key, which the database generates.
  package var insertWithoutKeySQL: String { insertSQL(of: writableColumnsOutsideKey, rows: 1) }

  /// Returns the `INSERT` of several rows, whose parameters are `?`, row after row.
  package func insertSQL(rows: Int) -> String { insertSQL(of: writableColumns, rows: rows) }

  /// Returns the `INSERT` of several rows whose keys the database generates.
  package func insertWithoutKeySQL(rows: Int) -> String {
    insertSQL(of: writableColumnsOutsideKey, rows: rows)
  }

  /// The columns that are written, without the key's columns.
  package var writableColumnsWithoutKey: [String] { writableColumnsOutsideKey }

  /// Returns the `UPDATE` by key of some columns; empty if there are none. The key's parameters
  /// come last.
  package func updateSQL(columns: [String]) -> String {
    if columns.isEmpty || primaryKey.isEmpty { return "" }
    let assignments = columns.enumerated().map { "\($1.quotedIdentifier) = $\($0 + 1)" }
    return "UPDATE \(name.quotedIdentifier) SET \(assignments.joined(separator: ", "))"
      + " WHERE \(condition(on: primaryKey, from: columns.count + 1))"
  }

  /// Returns the `UPDATE` by key without the columns at these positions of ``writableColumns``,
  /// from 1.
  package func updateSQL(omitting positions: [Int]) -> String {
    let left = writableColumns(omitting: positions)
    return updateSQL(columns: writableColumnsOutsideKey.filter(left.contains(name:)))
  }

  /// Returns the `INSERT` that updates the row with the same key, if there is one.
  ///
  /// - Parameters:
  ///   - positions: The positions in ``writableColumns``, from 1, of columns that are nil: the
  ///     database fills them in a new row, and an existing row gets NULL.
  ///   - unloaded: The positions of columns that are not written.
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
  /// The columns that a fetch reads, in order.
  package var fetchedColumns: [String] { columns.filter { !$0.isLazy }.map(\.name) }

  /// The condition that the key has the values `$1` to `$n`.
  package var keyCondition: String { condition(on: primaryKey, from: 1) }

  /// An `UPDATE` that sets the key to itself, which changes nothing but counts the row.
  var touchSQL: String {
    let assignments = primaryKey.enumerated().map { "\($1.quotedIdentifier) = $\($0 + 1)" }
    return "UPDATE \(name.quotedIdentifier) SET \(assignments.joined(separator: ", "))"
      + " WHERE \(keyCondition)"
  }

  /// Returns the `SELECT` of the number of rows of a table, or of a view, which has no schema.
  package static func countSQL(of name: String) -> String {
    "SELECT count(*) FROM \(name.quotedIdentifier)"
  }

  /// The `DELETE` of every row.
  package var deleteAllSQL: String { "DELETE FROM \(name.quotedIdentifier)" }

  /// The `SELECT` that finds whether a row with a key exists.
  package var existsSQL: String { "SELECT 1 FROM \(name.quotedIdentifier) WHERE \(keyCondition)" }

  /// Returns the `SELECT` of some columns by key.
  func findSQL(columns: [String]) -> String {
    "SELECT \(columns.identifierList) FROM \(name.quotedIdentifier) WHERE \(keyCondition)"
  }

  /// The `SELECT` of the largest value of each column of the key.
  package var largestKeySQL: String {
    let largest = primaryKey.map { "max(\($0.quotedIdentifier))" }
    return "SELECT \(largest.joined(separator: ", ")) FROM \(name.quotedIdentifier)"
  }

  /// Returns whether the column is the whole key.
  package func isWholeKey(_ column: ColumnSchema) -> Bool {
    primaryKey.count == 1 && primaryKey.contains(name: column.name)
  }

  private var writableColumnsOutsideKey: [String] {
    // Many writes read this, so it does not copy columns, which are large.
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
    // With several rows, parameters have no names. SQLite looks up each name in a list, which for a
    // thousand parameters takes longer than inserting the rows.
    let parameters = columns.indices.map { rows == 1 ? "$\($0 + 1)" : "?" }
    let values = repeatElement("(\(parameters.joined(separator: ", ")))", count: rows)
    return "\(insert) (\(columns.identifierList)) VALUES \(values.joined(separator: ", "))"
  }

  private func condition(on names: [String], from position: Int) -> String {
    names.enumerated().map { "\($1.quotedIdentifier) = $\(position + $0)" }
      .joined(separator: " AND ")
  }
}
