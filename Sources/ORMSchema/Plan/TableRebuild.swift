import ORMCore

/// The statements that rebuild a table with its rows.
///
/// The new table is created under a temporary name, filled, and given the name of the old one. With
/// `legacy_alter_table`, this leaves everything else that names the table unchanged, so views and
/// triggers of other tables stay the same, byte for byte. Foreign keys are off throughout, and that
/// setting is on for the rename only. See
/// <https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes>.
struct TableRebuild {
  let change: TableChange
  /// The temporary name of the new table.
  let temporaryName: String
  let allowed: Set<PermittedLoss>
  /// The rows that a foreign key refers to; nil if there are none.
  let parent: (Schema.Reference) -> ReferencedRows?
  /// The statistics tables that the database has.
  let statistics: [String]

  private var table: String { change.final.name }
  private var old: String { "main.\(table.quotedIdentifier)" }
  private var new: String { "main.\(temporaryName.quotedIdentifier)" }

  private var mayRemoveRows: Bool { allowed.contains(.removingRows(table)) }

  /// - Parameter indexes: The indexes of the table after the migration.
  func actions(indexes: [Schema.Index]) -> [MigrationPlan.Action] {
    var actions: [MigrationPlan.Action] = [
      .run(change.final.withoutOwnName.sql(named: temporaryName).inMain), .copy(copySQL, of: table),
    ]
    actions.append(.compareCounts(old: table, new: temporaryName, mayLose: mayRemoveRows))
    let (name, newName) = (SQLValue.text(table).literal, SQLValue.text(temporaryName).literal)
    if change.final.primaryKey?.isAutoincrement == true {
      actions += [
        .run(
          "INSERT INTO main.sqlite_sequence (name, seq) SELECT \(newName), 0"
            + " WHERE NOT EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = \(newName))"),
        .run(
          "UPDATE main.sqlite_sequence SET seq = max(seq, coalesce("
            + "(SELECT max(seq) FROM main.sqlite_sequence WHERE name = \(name)), 0))"
            + " WHERE name = \(newName)"),
      ]
    }
    for statistics in statistics {
      actions.append(.run("UPDATE main.\(statistics) SET tbl = \(newName) WHERE tbl = \(name)"))
    }
    actions += [
      .run("DROP TABLE \(old)"), .run("PRAGMA legacy_alter_table = ON"),
      .run("ALTER TABLE \(new) RENAME TO \(table.quotedIdentifier)"),
      .run("PRAGMA legacy_alter_table = OFF"),
    ]
    actions += indexes.flatMap { index in
      (mayRemoveRows && index.isUnique ? [removal(for: index)].compactMap(\.self) : [])
        + [.run(index.sql.inMain)]
    }
    let names = indexes.map { SQLValue.text($0.name).literal }
    // An index of a key has a number in its name, which stays if the keys are the same.
    let ofKeys =
      TableMeaning(change.current).keyColumns == TableMeaning(change.final).keyColumns
      ? " AND idx NOT LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\'" : ""
    for statistics in statistics {
      actions += [
        .run("UPDATE main.\(statistics) SET tbl = \(name) WHERE tbl = \(newName)"),
        .run(
          "DELETE FROM main.\(statistics) WHERE tbl = \(name) AND idx IS NOT NULL"
            + " AND idx NOT IN (\(names.joined(separator: ", ")))\(ofKeys)"),
      ]
    }
    return actions
  }

  /// The statement that copies the rows. It is a single one because copying in parts is slower.
  private var copySQL: String {
    let rows = change.rowsNow
    var columns: [String] = []
    var values: [String] = []
    if let target = change.final.rowIDName, let source = rows.rowID, change.final.rowIDColumn == nil
    {
      columns.append(target)
      values.append(source)
    }
    for column in change.final.columns where column.generated == nil {
      guard var value = change.value(of: column, in: rows) else { continue }
      if change.isConverted(column), allowed.contains(.changingValues(table, column.name)) {
        value = change.conversion(of: column).forced(value)
      }
      columns.append(column.name.quotedIdentifier)
      values.append(value)
    }
    // `OR` overrides the constraints' own `ON CONFLICT`, which might drop rows silently.
    let conflict = mayRemoveRows ? "OR IGNORE" : "OR ABORT"
    if columns.isEmpty {
      return "INSERT \(conflict) INTO \(new) DEFAULT VALUES"
    }
    return "INSERT \(conflict) INTO \(new) (\(columns.joined(separator: ", ")))"
      + " SELECT \(values.joined(separator: ", ")) FROM \(rows.relation)\(filter(rows))"
  }

  /// Returns a `WHERE` clause that leaves out rows whose foreign keys refer to nothing, if removing
  /// rows is allowed.
  private func filter(_ rows: TableChange.Rows) -> String {
    guard mayRemoveRows else { return "" }
    let converted = ConvertedRows(of: change, in: rows, allowed: allowed)
    let conditions = change.final.references.compactMap { reference -> String? in
      guard let parent = parent(reference), parent.columns.count == reference.columns.count
      else { return nil }
      let own = reference.columns.compactMap { name in
        change.final.column(name).flatMap { column in
          change.value(of: column, in: rows).map {
            change.isConverted(column) ? "(\(converted.stored($0, in: column)))" : $0
          }
        }
      }
      guard own.count == reference.columns.count else { return nil }
      let isNull = own.map { "\($0) IS NULL" }
      return "(\(isNull.joined(separator: " OR ")) OR \(parent.contain(own)))"
    }
    return conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
  }

  /// Returns the statement that deletes the duplicates that a unique index refuses, all but one of
  /// each.
  private func removal(for index: Schema.Index) -> MigrationPlan.Action? {
    let keys =
      (change.final.rowIDName ?? change.final.rowIDColumn?.name.quotedIdentifier).map { [$0] }
      ?? change.final.primaryKey?.columns.compactMap(\.column?.quotedIdentifier) ?? []
    guard !keys.isEmpty else { return nil }
    let row = keys.joined(separator: ", ")
    let terms = index.columns.map { part in
      part.isExpression ? "(\(part.text)\n)" : part.text.quotedIdentifier
    }
    let groups = zip(index.columns, terms).map { part, term in
      part.collation.map { "\(term) COLLATE \($0.quotedIdentifier)" } ?? term
    }
    var conditions = terms.map { "\($0) IS NOT NULL" }
    if let condition = index.condition { conditions.append("(\(condition)\n)") }
    return .run(
      "DELETE FROM \(old) WHERE (\(row)) IN (SELECT \(row) FROM (SELECT \(row), row_number()"
        + " OVER (PARTITION BY \(groups.joined(separator: ", ")) ORDER BY \(row)) AS orm_place"
        + " FROM \(old) WHERE \(conditions.joined(separator: " AND "))) WHERE orm_place > 1)")
  }
}

extension TableMeaning {
  /// The columns of the keys' indexes, in SQLite's order of numbering.
  var keyColumns: [[IndexedColumnMeaning]] { table.keys.map { indexed($0.columns) } }
}

extension Schema.Table {
  /// The table with its own name removed before columns in checks and generated columns. Only one
  /// table is in scope there, and its name differs during the rebuild.
  var withoutOwnName: Self {
    var table = self
    for place in table.checks.indices {
      table.checks[place].expression = table.checks[place].expression.withoutQualifier(name)
    }
    for place in table.columns.indices {
      guard let generated = table.columns[place].generated else { continue }
      table.columns[place].generated?.expression = generated.expression.withoutQualifier(name)
    }
    return table
  }
}

extension String {
  /// Returns the SQL without a table's name and a point before column names.
  fileprivate func withoutQualifier(_ table: String) -> String {
    let tokens = Array(SQLTokens(self))
    var result = ""
    var place = 0
    while place < tokens.count {
      let token = tokens[place]
      if token.canBeName, token.kind != .string, token.unquoted.isSameName(as: table),
        let point = tokens[(place + 1)...].firstIndex(where: { !$0.isBlank }),
        tokens[point].isSymbol(".")
      {
        place = point + 1
        continue
      }
      result += token.text
      place += 1
    }
    return result
  }

  /// This `CREATE` statement, which this package has written, with `main.` before the name, so that
  /// the name can't refer to a temporary object.
  var inMain: String {
    guard let name = utf8.firstIndex(of: UInt8(ascii: "\"")) else { return self }
    return self[..<name] + "main." + self[name...]
  }
}
