import ORMCore
import ORMSchema

extension Connection {
  /// Runs a statement. If it is an `ALTER TABLE` that renames or drops a table or column with
  /// recorded representations, the records are changed, too.
  func followingAlteration<Result>(
    by sql: String, _ run: () throws -> Result
  ) throws -> Result {
    guard let alteration = Alteration(sql) else { return try run() }
    let (table, reader) = (alteration.table, unreportedSchema)
    let entries = try reader.entries(tables: [table, Schema.columnsTable])
    let isRecorded = try reader.columnRecords(entries).contains { $0.table.isSameName(as: table) }
    let before = try reader.tableIdentities(of: [table])[SQLName(table)]
    let result = try run()
    let name = alteration.newTable ?? table
    let identities = try reader.tableIdentities(of: [table, name])
    // A temporary table of the same name would leave this one unchanged.
    guard isRecorded, let before, let after = identities[SQLName(name)],
      !after.text.hasSameBytes(as: before.text),
      name.isSameName(as: table) || identities[SQLName(table)] == nil
    else { return result }
    for statement in alteration.statements { _ = try unreportedValues(of: statement) }
    _ = try unreportedValues(
      of: Statement(sql: ColumnRecord.moveSQL, arguments: after.values + [.text(name)]))
    return result
  }
}

/// An `ALTER TABLE` that renames a table or a column, or drops a column.
struct Alteration {
  private enum Change {
    case table(String)
    case column(String, String)
    case dropped(String)
  }

  let table: String
  private let change: Change

  /// The new name of the table; nil if it keeps its name.
  var newTable: String? { if case .table(let name) = change { name } else { nil } }

  /// Parses a statement; nil if it is not an `ALTER TABLE` of this kind, or if the table is in
  /// another database.
  init?(_ sql: String) {
    // The first letter rules out most other statements.
    guard let first = sql.utf8.first(where: { !$0.isSpace }),
      [UInt8(ascii: "a"), UInt8(ascii: "A"), UInt8(ascii: "-"), UInt8(ascii: "/")].contains(first)
    else { return nil }
    let tokens = SQLTokens(sql).filter { !$0.isBlank && !$0.isSymbol(";") }
    guard tokens.count > 4, tokens[0].isKeyword("ALTER"), tokens[1].isKeyword("TABLE") else {
      return nil
    }
    var rest = tokens[2...]
    if tokens[3].isSymbol(".") {
      guard tokens[2].unquoted.isSameName(as: "main") else { return nil }
      rest = tokens[4...]
    }
    guard let table = rest.popFirst()?.unquoted, let verb = rest.popFirst() else { return nil }
    self.table = table
    let (isRename, isDrop) = (verb.isKeyword("RENAME"), verb.isKeyword("DROP"))
    // The keyword is optional, and `COLUMN` can also be the name of a column.
    if rest.first?.isKeyword("COLUMN") == true, rest.count == (isRename ? 4 : 2) {
      rest.removeFirst()
    }
    let words = Array(rest)
    if isRename, words.count == 2, words[0].isKeyword("TO") {
      change = .table(words[1].unquoted)
    } else if isRename, words.count == 3, words[1].isKeyword("TO") {
      change = .column(words[0].unquoted, words[2].unquoted)
    } else if isDrop, words.count == 1 {
      change = .dropped(words[0].unquoted)
    } else {
      return nil
    }
  }

  /// The statements that change the records.
  var statements: [Statement] {
    let records = "main.\"orm_columns\""
    switch change {
    case .table(let new):
      return [
        Statement(
          sql: "DELETE FROM \(records) WHERE \"table\" = $1 AND \"table\" <> $2",
          arguments: [.text(new), .text(table)]),
        Statement(
          sql: "UPDATE \(records) SET \"table\" = $1 WHERE \"table\" = $2",
          arguments: [.text(new), .text(table)]),
      ]
    case .column(let old, let new):
      return [
        Statement(
          sql: "DELETE FROM \(records) WHERE \"table\" = $1 AND \"column\" = $2"
            + " AND \"column\" <> $3", arguments: [.text(table), .text(new), .text(old)]),
        Statement(
          sql: "UPDATE \(records) SET \"column\" = $1 WHERE \"table\" = $2 AND \"column\" = $3",
          arguments: [.text(new), .text(table), .text(old)]),
      ]
    case .dropped(let column):
      return [
        Statement(
          sql: "DELETE FROM \(records) WHERE \"table\" = $1 AND \"column\" = $2",
          arguments: [.text(table), .text(column)])
      ]
    }
  }
}
