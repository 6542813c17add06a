import ORMCore
import ORMSchema

/// Checks references table by table, if one of them is to columns that are not a key.
enum ReferenceFindings {
  /// Whether the error is SQLite's refusal to check a reference; see
  /// <https://www.sqlite.org/foreignkeys.html#fk_indexes>.
  static func isMismatch(_ error: DatabaseError) -> Bool {
    error.message.contains(bytes: "foreign key mismatch")
  }

  static func of(_ schema: Schema, asking db: Questions) throws -> [Finding] {
    try schema.tables.filter { !$0.references.isEmpty }.flatMap { table in
      let check = "PRAGMA foreign_key_check(\(table.name.quotedIdentifier))"
      do {
        let rows = try db.rows(check)
        return rows.isEmpty ? [] : [broken(table, rows, check)]
      } catch let error as DatabaseError where isMismatch(error) {
        return [
          Finding(
            "mismatched-reference", .error, of: table.name,
            "\(error.message): the referenced columns are not a key, so no row can be inserted"
              + " while foreign keys are enforced", cure: nil)
        ]
      }
    }
  }

  private static func broken(
    _ table: Schema.Table, _ rows: [[SQLValue]], _ check: String
  ) -> Finding {
    var parents: [String] = []
    for parent in rows.compactMap({ $0.count > 2 ? $0[2].text : nil })
    where !parents.contains(where: { $0.isSameName(as: parent) }) {
      parents.append(parent)
    }
    let count = rows.count == 1 ? "1 row refers" : "\(rows.count.grouped) rows refer"
    return Finding(
      "broken-reference", .error, of: table.name,
      "\(count) to a missing row of \(parents.joined(separator: ", "))",
      cure: check + ";")
  }
}
