import ORMCore
import ORMSQLite
import ORMSchema

/// The parts of a step's file: checks, the statements of the plan, and the records of
/// representations.
struct StepScriptParts {
  let plan: MigrationPlan
  let first: Schema
  let places: [StepScript.Place]
  let allowed: Set<PermittedLoss>

  /// Whether the step would do nothing.
  var isEmpty: Bool { plan.steps.isEmpty && plan.representationChanges.isEmpty }

  /// The text of the file, without the records.
  func script(named name: String) -> String {
    var parts = [head(name)]
    parts += [objectChecks].compactMap(\.self)
    parts += plan.tableChecks.compactMap { checks(of: $0) }
    parts += plan.steps.map { part($0) }
    // A rule's SQL is followed by a line break, in case it ends with a comment; without comments,
    // the break is removed.
    return rules.reduce(parts.joined(separator: "\n")) { text, rule in
      guard let sql = rule.sql, !SQLTokens(sql).contains(where: { $0.kind == .comment }) else {
        return text
      }
      return text.replacing(
        bytes: sql, with: String(decoding: sql.utf8.dropLast(2), as: UTF8.self) + ")")
    }
  }

  private var rules: [ColumnRule] { plan.rules.fills + plan.rules.conversions }

  private func head(_ name: String) -> String {
    var text = "-- \(SafeText.line(name))\n"
    if !places.isEmpty {
      text += "--\n-- To be filled in before it runs, at each `FILL IN …`:\n"
      text += places.map { "--   \(SafeText.line($0.option))\n" }.joined()
    }
    let removesTables = plan.steps.flatMap(\.statements).contains {
      $0.starts(withBytes: "DROP TABLE")
    }
    guard removesTables else { return text }
    return text + """
      --
      -- orm migrate --steps and MigrationFile run a step in one transaction, with foreign keys off:
      -- with foreign keys on, each DROP TABLE would delete the rows that refer to the table.

      \(Self.check([(
        "a step that rebuilds tables runs with foreign keys off",
        StepQuestions.areForeignKeysOff)]))
      """
  }

  // MARK: - Checks

  /// The name of the temporary table whose constraints are the checks.
  private static let checkName = "\"orm check\""

  /// Returns statements that fail with the words of the first check whose condition is false.
  private static func check(
    _ checks: [(words: String, condition: String)], from relation: String? = nil
  ) -> String {
    let columns = checks.enumerated().map { place, check in
      "  \"\(place + 1)\" CONSTRAINT \(SafeText.line(check.words).quotedIdentifier)"
        + " CHECK (\"\(place + 1)\")"
    }.joined(separator: ",\n")
    let values = checks.map { "  \($0.condition)" }.joined(separator: ",\n")
    let from = relation.map { "\nFROM \($0)" } ?? ""
    return """
      CREATE TEMP TABLE \(checkName) (
      \(columns));
      INSERT INTO temp.\(checkName)
      SELECT
      \(values)\(from);
      DROP TABLE temp.\(checkName);

      """
  }

  /// The checks that rebuilt tables have no columns, indexes or triggers that the step does not
  /// know and would lose; nil if no table is rebuilt.
  private var objectChecks: String? {
    var names = Set(plan.rebuiltTables.map { SQLName($0) })
    for table in plan.declared.tables where names.contains(SQLName(table.name)) {
      names.formUnion(table.formerNames.map { SQLName($0) })
    }
    let tables = first.tables.filter { names.contains(SQLName($0.name)) }
    if tables.isEmpty { return nil }
    let checks = tables.flatMap { table -> [(words: String, condition: String)] in
      let objects =
        first.indexes(of: table.name).map(\.name) + first.triggers(of: table.name).map(\.name)
      return [
        (
          "\(table.name): the table has only the columns that this step was written for",
          StepQuestions.hasNoColumns(table.name, besides: table.columns.map(\.name))
        ),
        (
          "\(table.name): it has only the indexes and triggers that this step was written for",
          StepQuestions.hasNoObjects(table.name, besides: objects)
        ),
      ]
    }
    return "-- Check: the rebuilt tables have only the parts that this step was written for.\n"
      + Self.check(checks)
  }

  /// Returns the checks of a table's rows before anything changes; nil if there are none.
  private func checks(of table: TableLossChecks) -> String? {
    let losses = table.rowLosses.filter { loss, _ in
      !allowed.contains(loss.permission) && !isOpen(loss) && loss.kind != .undefinedConversion
        && !isCheckedByType(loss)
    }
    guard let name = losses.first?.loss.table else { return nil }
    // The values to fill in are not known yet: SQLite checks them when the rows are copied.
    let relation = places.reduce(table.converted) { text, place in
      text.replacing(bytes: place.literal, with: "NULL")
    }
    let checks = losses.map { loss, condition in
      (words: words(of: loss), condition: "coalesce(sum(\(condition)), 0) = 0")
    }
    return "-- Check: no value and no row of \(SafeText.line(name)) would be lost.\n"
      + Self.check(checks, from: relation)
  }

  private func isOpen(_ loss: DataLoss) -> Bool {
    places.contains {
      $0.table.isSameName(as: loss.table) && loss.member?.isSameName(as: $0.column) == true
    }
  }

  /// Whether the type of a column with a rule refuses the value when it is copied.
  private func isCheckedByType(_ loss: DataLoss) -> Bool {
    guard loss.kind == .unstorableValue, let member = loss.member,
      let table = plan.finalTables.first(where: { $0.name.isSameName(as: loss.table) }),
      table.isStrict, loss.type.hasSameBytes(as: table.column(member)?.type ?? "")
    else { return false }
    return rules.contains {
      $0.table.isSameName(as: loss.table) && $0.column.isSameName(as: member)
    }
  }

  private func words(of loss: DataLoss) -> String {
    let (table, member) = (loss.table, loss.member ?? "")
    let column = "\(table.asPartOfRule).\(member.asPartOfRule)"
    let type = loss.type ?? "it is"
    return switch loss.kind {
    case .unstorableValue:
      "\(table): each value of \(member) can be stored as \(type); if not, use --convert \(column)"
    case .changedValue:
      "\(table): storing \(member) as \(type) changes no value; if it does, use --convert \(column)"
    case .nullValue:
      "\(table): no row has NULL in \(member), which is NOT NULL; if a row has NULL, use --fill"
        + " \(column)"
    case .failedCheck: "\(table): each row obeys \(member)"
    case .missingReference: "\(table): each row that \(member) refers to exists"
    default: "\(loss)"
    }
  }

  // MARK: - Statements

  private func part(_ step: MigrationPlan.Step) -> String {
    let rebuilt = step.actions.lazy.compactMap { action in
      if case .copy(_, let table) = action { table } else { nil }
    }.first
    var text = "-- \(SafeText.line(step.description)).\n"
    if let rebuilt { text += reasons(rebuilt) }
    return text + step.actions.map { sql($0) }.joined()
  }

  private func sql(_ action: MigrationPlan.Action) -> String {
    switch action {
    case .run(let sql), .copy(let sql, _): SQLLayout(sql).statement
    case .compareCounts(let old, let new, let mayLose):
      Self.check([
        (
          "\(old): the copy has \(mayLose ? "no more rows than" : "as many rows as") the table",
          "(SELECT count(*) FROM main.\(new.quotedIdentifier))"
            + " \(mayLose ? "<=" : "=") (SELECT count(*) FROM main.\(old.quotedIdentifier))"
        )
      ])
    case .checkFullText(_, let index): index.rebuildingFullText
    }
  }

  /// Returns comments on the changes of a rebuilt table, and the reason for the rebuild.
  private func reasons(_ table: String) -> String {
    let final = plan.finalTables.first { $0.name.isSameName(as: table) }
    var lines = plan.changes.filter { $0.object.isSameName(as: table) && !$0.isNote }
      .compactMap { change -> String? in
        if change.action == .added, change.kind == .column,
          let column = change.member.flatMap({ final?.column($0) })
        {
          return end(of: change) + ": " + column.words
        }
        guard change.action == .extra else { return end(of: change) }
        let part = change.member ?? ""
        let stays =
          final?.column(part) != nil
          || final?.checks.contains { $0.sql.hasSameBytes(as: part) } == true
          || final?.keys.contains { $0.tableSQL.hasSameBytes(as: part) } == true
          || final?.references.contains { $0.tableSQL.hasSameBytes(as: part) } == true
        return stays ? nil : "\(change.kind == .column ? "column " : "")\(part) is dropped"
      }
    for rule in rules
    where rule.table.isSameName(as: table)
      && !lines.contains(where: { $0.contains(bytes: rule.column) })
    {
      lines.append("the values of column \(rule.column) are computed")
    }
    return lines.map { "--   \(SafeText.line($0))\n" }.joined() + """
      -- ALTER TABLE only adds columns that may be NULL or have a constant default, and has no form
      -- for this, so a new table takes the rows, and then the name. legacy_alter_table leaves views
      -- and triggers that name the table as they are.

      """
  }

  /// Returns the change as a sentence, without the table's name.
  private func end(of change: Schema.Change) -> String {
    let sentence = "\(change)"
    let start = "\(change.object): "
    guard sentence.starts(withBytes: start) else { return sentence }
    return String(decoding: sentence.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }

  // MARK: - Records

  /// Returns the statements that record the representations of the changed tables' columns, for
  /// migrations of the library; empty if no record is needed.
  ///
  /// - Parameter database: A database in which the step has run.
  func records(in database: Database) async throws -> String {
    let touched = plan.finalTables.filter { table in
      var (old, new) = (first.table(table.name), table)
      new.formerNames = []
      for place in new.columns.indices { new.columns[place].formerNames = [] }
      old?.formerNames = []
      for place in old?.columns.indices ?? 0..<0 { old?.columns[place].formerNames = [] }
      return old != new || plan.rebuiltTables.contains { $0.isSameName(as: table.name) }
    }
    let recorded = touched.filter { table in
      table.columns.contains { column in
        column.representation.map { !$0.isImplied(by: column.type) } ?? false
      }
    }
    // A representation that the type implies needs no record, but an old record must be deleted.
    let gone = first.tables.filter { old in
      old.columns.contains { $0.representation != nil }
        && !plan.finalTables.contains { $0.name.isSameName(as: old.name) }
    }
    let stale = touched.filter { table in
      first.table(table.name)?.columns.contains { $0.representation != nil } == true
    }
    let names = (recorded + gone + stale).map(\.name)
    if names.isEmpty { return "" }
    let table = "main.\(Schema.columnsTable.quotedIdentifier)"
    let create = ColumnRecord.createSQL.replacing(
      bytes: "CREATE TABLE ", with: "CREATE TABLE IF NOT EXISTS ")
    var seen: Set<SQLName> = []
    let list = names.filter { seen.insert(SQLName($0)).inserted }
      .map { SQLValue.text($0).literal }.joined(separator: ", ")
    var text = """
      -- How values are stored, which SQLite does not know: the library compares it with structs.
      \(SQLLayout(create).statement)DELETE FROM \(table) WHERE "table" IN (\(list));

      """
    for row in try await database.recordRows(of: recorded) {
      text += StepQuestions.insertSQL(row) + ";\n"
    }
    return text
  }
}

extension StepScriptParts {
  /// Returns the statements that record the current names of tables and columns in the ledger of
  /// the library.
  ///
  /// Only swapped names need this record: without it, a migration to structs that declare the
  /// renames would swap the names again.
  func ledgerRecord(of schema: Schema) throws -> String {
    let create = MigrationRecord.createSQL.replacing(
      bytes: "CREATE TABLE ", with: "CREATE TABLE IF NOT EXISTS ")
    let values = [schema.fingerprint, "", "", "orm new-migration", try schema.json()]
      .map { SQLValue.text($0).literal }
    return """
      -- The new names, for migrations of the library: without this record, the renamedFrom of the
      -- structs would swap them again.
      \(SQLLayout(create).statement)INSERT INTO main.\(Schema.migrationsTable.quotedIdentifier)
        ("fingerprint", "contents", "at", "app", "schema")
      VALUES (\(values[0]), \(values[1]), strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), \(values[3]),
      \(values[4]));

      """
  }
}

extension Schema.Column {
  /// The type and constraints of a new column.
  fileprivate var words: String {
    let parts = [
      type.isEmpty ? nil : type, notNull == nil ? nil : "NOT NULL",
      defaultValue.map { "DEFAULT \($0.expression)" },
      generated.map { "AS (\($0.expression))\($0.isStored ? " STORED" : "")" },
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}

extension String {
  /// The statement that rebuilds a full-text index from its table.
  fileprivate var rebuildingFullText: String {
    "INSERT INTO main.\(quotedIdentifier) (\(quotedIdentifier)) VALUES ('rebuild');\n"
  }
}
