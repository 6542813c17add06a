import ORMCore

/// The table whose texts a full-text index contains, and the triggers that update the index.
///
/// It is the counterpart of `FullTextIndex` in `ORMSQLite`, which tools can't use without linking
/// SQLite.
struct FullTextSync {
  var table: String
  /// The integer column that identifies the table's rows.
  var rowID: String

  /// Returns the names of the triggers and their statements.
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
