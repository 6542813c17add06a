import ORMCore

/// The table that a full-text index has its texts from, and the triggers that keep it in step with
/// that table.
///
/// It is the counterpart of `FullTextIndex` in `ORMSQLite`, which tools can't ask without linking
/// SQLite.
struct FullTextSync {
  var table: String
  /// The column that tells the table's rows apart by a number.
  var rowID: String

  /// The names of the triggers and their statements.
  func triggers(of index: String, _ columns: [String]) -> [(name: String, sql: String)] {
    let names = ["rowid"] + columns
    func values(of row: String) -> String {
      ([rowID] + columns).map { "\(row).\($0.quotedIdentifier)" }.joined(separator: ", ")
    }
    let adding =
      " INSERT INTO \(index.quotedIdentifier) (\(names.identifierList))"
      + " VALUES (\(values(of: "new")));"
    let removing =
      " INSERT INTO \(index.quotedIdentifier) (\(([index] + names).identifierList))"
      + " VALUES ('delete', \(values(of: "old")));"
    return [("insert", adding), ("delete", removing), ("update", removing + adding)].map {
      event, body in
      let name = "\(index)_\(event)"
      let start = "CREATE TRIGGER \(name.quotedIdentifier) AFTER \(event.uppercased())"
      return (name, "\(start) ON \(table.quotedIdentifier) BEGIN\(body) END")
    }
  }
}
