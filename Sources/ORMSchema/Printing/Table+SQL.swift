import ORMCore

extension Schema.Table {
  /// The `CREATE TABLE` statement, without indexes and triggers.
  ///
  /// ```swift
  /// print(schema.tables[0].sql)
  /// // CREATE TABLE "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT
  /// ```
  public var sql: String { sql(named: name) }

  /// Returns the `CREATE TABLE` of a copy of this table with another name. References to itself
  /// keep this table's name.
  package func sql(named name: String) -> String {
    var definitions = columns.indices.map(definition)
    // Keys and references come first: after them and their comma, SQLite gives a check no other
    // constraint's name.
    definitions += keys.filter { !isOnColumn($0) }.map(\.tableSQL)
    definitions += references.filter { !isOnColumn($0) }.map(\.tableSQL)
    definitions += checksBehindColumns.map(\.sql)
    let options = (isStrict ? ["STRICT"] : []) + (isWithoutRowID ? ["WITHOUT ROWID"] : [])
    let end = options.isEmpty ? "" : " \(options.joined(separator: ", "))"
    return
      "CREATE TABLE \(name.quotedIdentifier) (\(definitions.joined(separator: ", ")))\(end)"
  }

  /// Returns the definition of a column with its constraints, as `ALTER TABLE … ADD COLUMN` accepts
  /// it too.
  package func definition(of index: Int) -> String {
    let column = columns[index]
    let own = checks(at: column)
    // A check without a name would get the name of the constraint before it.
    let moved = index == columns.count - 1 ? checksMovedToLastColumn : []
    let unnamed = own.filter { $0.name == nil } + moved
    let words =
      [column.name.quotedIdentifier, column.typeSQL]
      + (namesConstraint(at: column) ? unnamed.map(\.sql) : [])
      + keys.filter { isOnColumn($0) && $0.isOf(column) }.map(\.columnSQL) + column.constraints
      + (namesConstraint(at: column) ? own.filter { $0.name != nil } : own).map(\.sql)
      + references.filter { isOnColumn($0) && $0.isOf(column) }.map(\.columnSQL)
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  // MARK: - Where constraints are written

  private func isOnColumn(_ key: Schema.Key) -> Bool {
    key.isOnColumn && key.columns.count == 1 && columns.contains { key.isOf($0) }
  }

  private func isOnColumn(_ reference: Schema.Reference) -> Bool {
    reference.isOnColumn && reference.columns.count == 1 && columns.contains { reference.isOf($0) }
  }

  private func isOnColumn(_ check: Schema.Check) -> Bool {
    check.column.map { name in columns.contains { $0.name.isSameName(as: name) } } ?? false
  }

  /// The checks that are printed after the columns, ordered so that none gets a name of the last
  /// column's constraints.
  private var checksBehindColumns: [Schema.Check] {
    let all = checks.filter { !isOnColumn($0) }
    guard all.first?.name == nil, takesNameOfLastColumn else { return all }
    return all.filter { $0.name != nil }
      + all.filter { $0.name == nil && hasNamedCheckBehindColumns }
  }

  /// The unnamed table checks, if there is no named check to print before them.
  private var checksMovedToLastColumn: [Schema.Check] {
    takesNameOfLastColumn && !hasNamedCheckBehindColumns ? checks.filter { !isOnColumn($0) } : []
  }

  private var hasNamedCheckBehindColumns: Bool {
    checks.contains { !isOnColumn($0) && $0.name != nil }
  }

  /// Whether SQLite would give the first check after the columns the name of another constraint.
  private var takesNameOfLastColumn: Bool {
    guard let last = columns.last else { return false }
    return namesConstraint(at: last) && keys.allSatisfy(isOnColumn)
      && references.allSatisfy(isOnColumn)
  }

  private func checks(at column: Schema.Column) -> [Schema.Check] {
    checks.filter { $0.column?.isSameName(as: column.name) == true }
  }

  private func namesConstraint(at column: Schema.Column) -> Bool {
    let names = [column.notNull?.name, column.defaultValue?.name, column.generated?.name]
    return !names.compactMap(\.self).isEmpty
      || keys.contains { isOnColumn($0) && $0.isOf(column) && $0.name != nil }
      || references.contains { isOnColumn($0) && $0.isOf(column) && $0.name != nil }
      || checks(at: column).contains { $0.name != nil }
  }
}

extension Schema.Key {
  package func isOf(_ column: Schema.Column) -> Bool {
    columns.first?.column?.isSameName(as: column.name) == true
  }
}

extension Schema.Reference {
  package func isOf(_ column: Schema.Column) -> Bool {
    columns.first?.isSameName(as: column.name) == true
  }
}

extension Schema.Column {
  /// The type in a form that is read back unchanged: in quotes if it is not made of words.
  fileprivate var typeSQL: String {
    type.isEmpty || isTypeOfWords ? type : type.quotedIdentifier
  }

  /// The constraints that are part of the column's value.
  fileprivate var constraints: [String] {
    [
      notNull?.sql, defaultValue?.sql, collation.map { "COLLATE \($0.quotedIdentifier)" },
      generated?.sql,
    ].compactMap(\.self)
  }
}
