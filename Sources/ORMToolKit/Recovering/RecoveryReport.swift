/// The report of a recovery: the rows of a damaged database that were saved, and the losses.
package struct RecoveryReport: Sendable {
  /// The number of rows of each table.
  package internal(set) var tables: [(name: String, rows: Int)] = []
  /// The number of rows that fit no table.
  package internal(set) var lostRows = 0
  /// The number of pages that could not be read. Their rows, and the pages that they refer to, are
  /// lost.
  package internal(set) var brokenPages = 0
  /// The number of rows that could not be read, on pages that could.
  package internal(set) var brokenRows = 0
  /// Whether a program was interrupted in a transaction, whose changes are left out.
  package internal(set) var isRolledBack = false
  /// Whether some of these changes may be in the rows, because the journal is damaged.
  package internal(set) var hasBrokenJournal = false
  /// The collations that only the program of the database has: the indexes that use them were
  /// sorted by bytes.
  package internal(set) var collations: [String] = []
  /// The objects that could not be created.
  package internal(set) var failures: [String] = []

  package var rows: Int { tables.reduce(0) { $0 + $1.rows } }

  /// Whether everything in the file was saved.
  package var isWhole: Bool {
    lostRows + brokenPages + brokenRows == 0 && failures.isEmpty && !hasBrokenJournal
  }

  package func text(_ style: Style) -> String {
    var table = TextTable([("table", .left), ("rows", .right)])
    for (name, rows) in tables { table.add([name, rows.grouped]) }
    var text = table.text(style) + "\n\n"
    if isRolledBack {
      text += "a program was interrupted in a transaction, whose changes are left out\n"
    }
    if hasBrokenJournal {
      text += "its journal is damaged, so some of these changes may be in the rows\n"
    }
    for name in collations {
      text +=
        "orm does not have the collation \(SafeText.line(name)): run REINDEX"
        + " \(SafeText.line(name.quotedIdentifier)) in the program that has it\n"
    }
    if isWhole { return text + style.green("everything was saved") + "\n" }
    if brokenPages > 0 {
      text +=
        "\(brokenPages.grouped) pages can't be read, and neither can the pages that they refer to\n"
    }
    if brokenRows > 0 { text += "\(brokenRows.grouped) rows can't be read\n" }
    if lostRows > 0 { text += "\(lostRows.grouped) rows are in lost_and_found\n" }
    for failure in failures { text += "not created: \(SafeText.line(failure))\n" }
    return text
  }

  package var json: JSONValue {
    .object([
      (
        "tables",
        .array(tables.map { .object([("name", .text($0.name)), ("rows", .integer($0.rows))]) })
      ),
      ("lostAndFound", .integer(lostRows)), ("unreadablePages", .integer(brokenPages)),
      ("unreadableRows", .integer(brokenRows)), ("failures", .texts(failures)),
      ("unknownCollations", .texts(collations)), ("rolledBack", .bool(isRolledBack)),
      ("journalDamaged", .bool(hasBrokenJournal)),
    ])
  }
}
