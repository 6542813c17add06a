import ORMCore
import ORMSchema

/// The SQL that a step's file uses to check its database.
package enum StepQuestions {
  /// An expression that is true if foreign keys are off.
  package static let areForeignKeysOff = "(SELECT foreign_keys FROM pragma_foreign_keys) = 0"

  /// Returns an expression that is true if a table has no columns besides these.
  package static func hasNoColumns(_ table: String, besides names: [String]) -> String {
    let name = SQLValue.text(table).literal
    return "NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(\(name), 'main')"
      + " WHERE name COLLATE NOCASE NOT IN (\(list(names))))"
  }

  /// Returns an expression that is true if a table has no indexes or triggers besides these.
  package static func hasNoObjects(_ table: String, besides names: [String]) -> String {
    let name = SQLValue.text(table).literal
    return "NOT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE tbl_name = \(name) COLLATE NOCASE"
      + " AND type IN ('index', 'trigger') AND sql IS NOT NULL"
      + " AND name COLLATE NOCASE NOT IN (\(list(names))))"
  }

  private static func list(_ names: [String]) -> String {
    names.map { SQLValue.text($0).literal }.joined(separator: ", ")
  }

  /// Returns the statement that inserts a column's record with the current place of its table.
  ///
  /// - Parameter record: The values of ``ColumnRecord/insertSQL``.
  package static func insertSQL(_ record: [SQLValue]) -> String {
    var values = record.map(\.literal)
    precondition(values.count == 7, "a record has the values of the statement that inserts it")
    values[5] = ColumnRecord.Identity.placeSQL
    return "INSERT INTO main.\(Schema.columnsTable.quotedIdentifier)\n"
      + "  SELECT \(values.joined(separator: ", "))\n"
      + "  FROM main.sqlite_schema"
      + " WHERE type = 'table' AND name = \(record[0].literal) COLLATE NOCASE"
  }
}
