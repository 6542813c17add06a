import ORMCore
import ORMSQLite
import ORMSchema

/// Findings that need the rows: values whose storage class differs from the class that
/// their column declares, tables that could be STRICT, and useless indexes.
enum StoredFindings {
  /// Reads all rows of tables that are not STRICT, and the first rows of each index.
  static func of(_ schema: Schema, asking db: Questions) throws -> [Finding] {
    try schema.tables.flatMap { table in
      try Task.checkCancellation()
      let mismatches = table.isStrict ? [] : try mismatches(table, db)
      return violations(table, db) + mismatches
        + candidate(table, schema, hasMismatches: !mismatches.isEmpty)
        + (try schema.indexes(of: table.name).compactMap { try unused($0, db) })
    }
  }

  // MARK: - Classes

  /// The storage classes of a column's declared type in a table whose values SQLite converts; nil
  /// if it may have any.
  private static func classes(of column: Schema.Column) -> [String]? {
    switch ValueRule(declared: column.type) {
    case .integer: ["integer"]
    case .real: ["real", "integer"]
    case .text: ["text"]
    case .blob: ["blob"]
    case .bool: ["integer"]
    case .numeric, .any, .textOrBlob: nil
    }
  }

  private static func mismatches(_ table: Schema.Table, _ db: Questions) throws -> [Finding] {
    let checked = table.columns.compactMap { column -> (column: String, condition: String)? in
      guard let classes = classes(of: column) else { return nil }
      let words = (classes + ["null"]).map { "'\($0)'" }.joined(separator: ", ")
      return (column.name, "typeof(\(column.name.quotedIdentifier)) NOT IN (\(words))")
    }
    let name = table.name.quotedIdentifier
    var findings: [Finding] = []
    // A result can't have more than 2,000 columns.
    for start in stride(from: 0, to: checked.count, by: 500) {
      let part = checked[start..<min(start + 500, checked.count)]
      let sums = part.map { "sum(\($0.condition))" }.joined(separator: ", ")
      let counts = try db.rows("SELECT \(sums) FROM main.\(name)").first ?? []
      for (place, count) in zip(part, counts) where (count.number ?? 0) > 0 {
        let column = table.columns.first { $0.name.isSameName(as: place.column) }
        let number = count.number ?? 0
        findings.append(
          Finding(
            "other-class", .warning, of: table.name,
            "\(number == 1 ? "1 value" : "\(number.grouped) values") of \(place.column) "
              + "\(number == 1 ? "is" : "are") not of the declared type \(column?.type ?? "")",
            cure: "SELECT \(place.column.quotedIdentifier) FROM \(name) WHERE \(place.condition);"))
      }
    }
    return findings
  }

  // MARK: - CHECK

  /// Finds rows from before a CHECK was added, or from a connection that ignored it.
  private static func violations(_ table: Schema.Table, _ db: Questions) -> [Finding] {
    if table.checks.isEmpty { return [] }
    let checks = table.checks.map { "(\($0.expression))" }.joined(separator: " AND ")
    let rest = "FROM \(table.name.quotedIdentifier) WHERE NOT (\(checks))"
    // An expression may call a function that only the program of the database has.
    guard let count = try? db.number("SELECT count(*) \(rest)"), count > 0 else { return [] }
    return [
      Finding(
        "old-violation", .error, of: table.name,
        "\(count == 1 ? "1 row violates" : "\(count.grouped) rows violate") a CHECK",
        cure: "SELECT * \(rest);")
    ]
  }

  // MARK: - STRICT

  /// A finding for a table that could be STRICT, with the SQL that rebuilds it.
  private static func candidate(
    _ table: Schema.Table, _ schema: Schema, hasMismatches: Bool
  ) -> [Finding] {
    let types = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
    let isPossible = table.columns.allSatisfy { column in
      types.contains { $0.isSameName(as: column.type) }
    }
    guard !table.isStrict, !hasMismatches, isPossible, !table.columns.isEmpty else { return [] }
    var copy = table
    copy.isStrict = true
    copy.name = "new_" + table.name
    let columns = table.columns.filter { $0.generated == nil }
      .map(\.name.quotedIdentifier).joined(separator: ", ")
    let (old, new) = (table.name.quotedIdentifier, copy.name.quotedIdentifier)
    let others =
      schema.indexes(of: table.name).map(\.sql) + schema.triggers(of: table.name).map(\.sql)
    // See <https://www.sqlite.org/lang_altertable.html#otheralter>.
    let steps =
      [
        "PRAGMA foreign_keys = OFF", "PRAGMA legacy_alter_table = ON", "BEGIN", copy.sql,
        "INSERT INTO \(new) (\(columns)) SELECT \(columns) FROM \(old)", "DROP TABLE \(old)",
        "ALTER TABLE \(new) RENAME TO \(old)",
      ] + others + ["COMMIT"]
    let isTaken = schema.table(copy.name) != nil
    // A rebuild would lose the counter of AUTOINCREMENT.
    let counts = table.sql.raisedInASCII.contains(bytes: "AUTOINCREMENT")
    return [
      Finding(
        "strict-candidate", .note, of: table.name,
        "all values are of the declared types: STRICT would enforce that",
        cure: isTaken || counts ? nil : steps.joined(separator: "; ") + ";")
    ]
  }

  // MARK: - Indexes

  /// A finding for an index that is empty, or in which all rows have the same key.
  private static func unused(_ index: Schema.Index, _ db: Questions) throws -> Finding? {
    let table = index.table.quotedIdentifier
    if index.isUnique { return nil }
    let from = "FROM main.\(table)" + (index.condition.map { " WHERE \($0)" } ?? "")
    let isFilled = try db.number("SELECT EXISTS (SELECT 1 FROM main.\(table) LIMIT 1)") == 1
    let cure = "DROP INDEX \(index.name.quotedIdentifier);"
    if isFilled, index.condition != nil, try db.number("SELECT EXISTS (SELECT 1 \(from))") == 0 {
      return Finding(
        "unused-index", .note, of: index.table, "the index \(index.name) contains no row",
        cure: cure)
    }
    let columns = index.columns.compactMap(\.column)
    guard columns.count == index.columns.count, !columns.isEmpty else { return nil }
    let keys = columns.map(\.quotedIdentifier).joined(separator: ", ")
    let found = try db.rows(
      "SELECT count(*), (SELECT count(*) FROM (SELECT DISTINCT \(keys) \(from) LIMIT 2)) "
        + "FROM (SELECT 1 \(from) LIMIT 1000)"
    ).first
    guard let rows = found?[0].number, rows >= 100, found?[1].number == 1 else { return nil }
    return Finding(
      "unused-index", .note, of: index.table,
      "all rows have the same key in the index \(index.name), so it makes no query faster",
      cure: cure)
  }
}
