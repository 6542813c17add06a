import ORMCore

/// The statements that make a table again with its rows.
///
/// The new table is made beside the old one and takes its name: with `legacy_alter_table` nothing
/// else that names the table is touched by that, so views and triggers of other tables stay what
/// they are, byte for byte. Both foreign keys and that setting are off in between. See
/// <https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes>.
struct TableRebuild {
  let change: TableChange
  /// The name of the table until it has its own.
  let temporaryName: String
  let allowed: Set<AllowedLoss>
  /// The rows that a reference is to; nil if there are none.
  let parent: (Schema.Reference) -> ReferencedRows?
  /// The tables of statistics that the database has.
  let statistics: [String]

  private var table: String { change.final.name }
  private var old: String { "main.\(table.quotedIdentifier)" }
  private var new: String { "main.\(temporaryName.quotedIdentifier)" }

  private var mayRemoveRows: Bool { allowed.contains(.removingRows(table)) }

  /// - Parameter indexes: Those that the table has in the end.
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
    // An index of a key is numbered, and keeps its number if the keys are the same.
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

  /// One statement: copying in pieces takes longer.
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
    // `OR` overrides what the constraints say of conflicts, by which rows would go without a word.
    let conflict = mayRemoveRows ? "OR IGNORE" : "OR ABORT"
    if columns.isEmpty {
      return "INSERT \(conflict) INTO \(new) DEFAULT VALUES"
    }
    return "INSERT \(conflict) INTO \(new) (\(columns.joined(separator: ", ")))"
      + " SELECT \(values.joined(separator: ", ")) FROM \(rows.relation)\(filter(rows))"
  }

  /// Leaves rows out that refer to nothing, if that is allowed.
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

  /// Deletes the rows that a unique index refuses, all but one of each.
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
  /// The columns of the keys' indexes, in the order in which SQLite numbers them.
  var keyColumns: [[IndexedColumnMeaning]] { table.keys.map { indexed($0.columns) } }
}

extension Schema.Table {
  /// The table without its own name before columns in checks and generated columns: only one table
  /// is in reach there, and the name is another one for a while.
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
  /// The SQL without a table's name and a point before the names of columns.
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

  /// A `CREATE` statement of this package's with `main.` before the name, so that no temporary
  /// object of the name is meant.
  var inMain: String {
    guard let name = utf8.firstIndex(of: UInt8(ascii: "\"")) else { return self }
    return self[..<name] + "main." + self[name...]
  }
}
