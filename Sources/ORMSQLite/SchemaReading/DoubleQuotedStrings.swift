import ORMCore
import ORMSchema

extension RawConnection {
  /// Checks that a statement does not fail because of a string in double quotes.
  ///
  /// - Throws: ``DatabaseError`` with a hint if the statement can't be compiled because of a string
  ///   in double quotes in a trigger or in a view.
  func checkDoubleQuotes(_ sql: String) throws {
    do {
      try compile(sql)
    } catch var error as DatabaseError {
      // Any other error is reported when the statement is run.
      guard let hint = error.hintOfDoubleQuotes(on: handle) else { return }
      error.hint = hint
      throw error
    }
  }

  /// Checks the triggers of a table.
  ///
  /// - Throws: The error of ``checkDoubleQuotes(_:)``, if a trigger has a string in double quotes.
  func checkTriggers(of table: String, columns: [String]) throws {
    let name = "main.\(table.quotedIdentifier)"
    try checkDoubleQuotes("INSERT INTO \(name) DEFAULT VALUES")
    try checkDoubleQuotes("DELETE FROM \(name)")
    if columns.isEmpty { return }
    let same = columns.map { "\($0.quotedIdentifier) = \($0.quotedIdentifier)" }
    try checkDoubleQuotes("UPDATE \(name) SET \(same.joined(separator: ", "))")
  }

  /// Checks the triggers of tables, and the views.
  ///
  /// - Throws: The error of ``checkDoubleQuotes(_:)``, if a trigger or a view has a string in
  ///   double quotes.
  func checkDoubleQuotes(in schema: Schema, of entries: [Schema.Entry]) throws {
    let suspects = entries.filter { $0.sql?.utf8.contains(UInt8(ascii: "\"")) == true }
    for trigger in suspects where trigger.type.isSameName(as: "trigger") {
      guard let table = schema.table(trigger.table) else { continue }
      try checkTriggers(
        of: table.name, columns: table.columns.filter { $0.generated == nil }.map(\.name))
    }
    for view in suspects where view.type.isSameName(as: "view") {
      guard schema.views.contains(where: { $0.name.isSameName(as: view.name) }) else { continue }
      try checkDoubleQuotes("SELECT * FROM main.\(view.name.quotedIdentifier)")
    }
  }
}

extension Schema.Trigger {
  /// Returns a statement that fires the trigger.
  func firingSQL(in schema: Schema) -> String {
    let table = "main.\(table.quotedIdentifier)"
    let column =
      columns.first ?? schema.table(self.table)?.columns.first { $0.generated == nil }?.name
    return switch event {
    case .insert: "INSERT INTO \(table) DEFAULT VALUES"
    case .delete: "DELETE FROM \(table)"
    case .update:
      column.map { "UPDATE \(table) SET \($0.quotedIdentifier) = \($0.quotedIdentifier)" } ?? ""
    }
  }
}
