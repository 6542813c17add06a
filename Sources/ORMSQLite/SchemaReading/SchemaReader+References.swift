import ORMCore

extension SchemaReader {
  /// A foreign key from `child` to `parent`.
  struct Reference {
    let child: String
    /// The number of the foreign key in its table.
    let id: Int64
    var columns: [String]
    let parent: String
    var parentColumns: [String]
    let onDelete: String
  }

  /// Returns all foreign keys, ordered by table.
  func references() throws -> [Reference] { try references(where: "1") }

  /// Returns the foreign keys of a table, including those to itself.
  func references(fromTable table: String) throws -> [Reference] {
    try references(where: "m.name = $1 COLLATE NOCASE", table)
  }

  /// Returns the foreign keys that refer to a table.
  func references(toTable table: String) throws -> [Reference] {
    try references(where: "f.\"table\" = $1 COLLATE NOCASE", table)
  }

  /// Returns the foreign keys that fulfil a condition; see
  /// <https://www.sqlite.org/pragma.html#pragma_foreign_key_list>.
  private func references(where condition: String, _ table: String...) throws -> [Reference] {
    let sql = """
      SELECT m.name, f.id, f."from", f."table", f."to", f.on_delete
      FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f
      WHERE m.type = 'table' AND \(condition) ORDER BY m.name, f.id DESC, f.seq
      """
    var references: [Reference] = []
    for row in try rows(Statement(sql: sql, arguments: table.map(SQLValue.text))) {
      guard let child = row[0].textValue, case .integer(let id) = row[1],
        let column = row[2].textValue, let parent = row[3].textValue,
        let onDelete = row[5].textValue
      else { continue }
      if references.last?.id != id || references.last?.child.hasSameBytes(as: child) != true {
        references.append(
          Reference(
            child: child, id: id, columns: [], parent: parent, parentColumns: [],
            onDelete: onDelete))
      }
      references[references.count - 1].columns.append(column)
      if let name = row[4].textValue {
        references[references.count - 1].parentColumns.append(name)
      }
    }
    // A foreign key without columns refers to the primary key.
    for index in references.indices where references[index].parentColumns.isEmpty {
      references[index].parentColumns = try primaryKey(of: references[index].parent)
    }
    return references
  }
}
