import ORMCore
import ORMSQLite
import ORMSchema

/// Findings of stored values that the declarations can't read, because conditions would not find
/// them: text in columns of a `Date` or a `UUID`, numbers in columns of bytes, another spelling of
/// a date.
enum UnreadableFindings {
  /// Checks declared columns. Reads all rows of tables whose values may not have the declared
  /// storage classes, or whose declared representations can't read every value.
  static func of(
    _ found: Schema, declared: Schema, asking db: Questions
  ) throws -> [Finding] {
    try declared.tables.flatMap { wanted -> [Finding] in
      guard let table = found.table(wanted.name) else { return [] }
      return try wanted.columns.compactMap { column in
        guard let stored = table.column(column.name) else { return nil }
        try Task.checkCancellation()
        return try finding(of: stored, declaredAs: column.type, in: table, db)
          ?? finding(of: stored, readAs: column.representation, in: table, db)
          ?? unnamedCases(of: column, in: table)
      }
    }
  }

  /// A note about an enum whose cases can't be compared with those recorded in the database.
  private static func unnamedCases(of column: Schema.Column, in table: Schema.Table) -> Finding? {
    guard column.representation?.hasUnnamedNumbers == true else { return nil }
    return Finding(
      "unnamed-cases", .note, of: table.name,
      "the cases of \(column.name) can't be compared: the enum has its own description, which"
        + " hides their names; a reordered case would be read as another case",
      cure: "write a number for each case: case low = 1")
  }

  private static func finding(
    of column: Schema.Column, declaredAs type: String, in table: Schema.Table, _ db: Questions
  ) throws -> Finding? {
    // Values whose class differs from the column's declared type are found without declarations.
    guard let classes = classes(of: type), !column.type.isSameName(as: type) else { return nil }
    // A strict table stores a single class in a column, unless the column is ANY.
    if table.isStrict && !column.type.isSameName(as: "ANY") { return nil }
    let (name, place) = (table.name.quotedIdentifier, column.name.quotedIdentifier)
    let words = (classes + ["null"]).map { "'\($0)'" }.joined(separator: ", ")
    let rows = "FROM main.\(name) WHERE typeof(\(place)) NOT IN (\(words))"
    let sql = "SELECT count(*), min(CASE typeof(\(place)) WHEN 'text' THEN \(place) END) \(rows)"
    guard let found = try db.rows(sql).first, let count = found[0].number, count > 0 else {
      return nil
    }
    var advice = ""
    if case .text(let text) = found[1], let representation = StoredForm.representation(of: text) {
      advice = "; declare the column @Column(as: \(representation).self)"
    }
    return Finding(
      "unreadable-value", .error, of: table.name,
      "\(count == 1 ? "1 value" : "\(count.grouped) values") of \(column.name) "
        + "\(count == 1 ? "is" : "are") not \(classes[0].raisedInASCII), as the declarations "
        + "require\(advice)",
      cure: "SELECT \(place) FROM \(name) WHERE typeof(\(place)) NOT IN (\(words));")
  }

  /// Finds values of the right storage class that the representation does not read.
  private static func finding(
    of column: Schema.Column, readAs representation: RepresentationSchema?, in table: Schema.Table,
    _ db: Questions
  ) throws -> Finding? {
    let (name, place) = (table.name.quotedIdentifier, column.name.quotedIdentifier)
    guard let representation, let condition = representation.unreadable(place) else { return nil }
    let rows = "FROM main.\(name) WHERE \(condition)"
    guard let count = try db.rows("SELECT count(*) \(rows)").first?[0].number, count > 0 else {
      return nil
    }
    return Finding(
      "unreadable-value", .error, of: table.name,
      "\(count == 1 ? "1 value" : "\(count.grouped) values") of \(column.name) "
        + "can't be read as \(representation.name)",
      cure: "SELECT \(place) FROM \(name) WHERE \(condition);")
  }

  /// The storage classes that are read from columns of a declared type; nil if they depend on the
  /// representation. A `Decimal` is TEXT, but also read from numbers.
  private static func classes(of type: String) -> [String]? {
    switch SQLName(type) {
    case SQLName("INTEGER"): ["integer"]
    case SQLName("REAL"): ["real", "integer"]
    case SQLName("TEXT"): ["text", "integer", "real"]
    case SQLName("BLOB"): ["blob"]
    default: nil
    }
  }
}
