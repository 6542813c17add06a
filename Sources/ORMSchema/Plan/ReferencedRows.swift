import ORMCore

/// The rows that a foreign key refers to.
struct ReferencedRows {
  /// A table, or a query in parentheses.
  let relation: String
  /// The columns of the relation.
  let columns: [String]
  /// The conversions of a value before it is compared with each column; empty for the columns of a
  /// table, because SQLite converts then.
  let comparisons: [Comparison]

  /// The type and the collation with which a column is compared.
  struct Comparison {
    let type: TableMeaning.TypeMeaning
    let collation: String?
  }

  /// The current rows of a table.
  init(of table: String, _ columns: [String]) {
    relation = "main.\(table.quotedIdentifier)"
    self.columns = columns
    comparisons = []
  }

  /// The rows of a table after the migration.
  init(_ rows: ConvertedRows, _ columns: [String]) {
    relation = rows.sql
    self.columns = columns
    let change = rows.change
    comparisons = columns.compactMap { change.final.column($0) }.map {
      Comparison(type: change.type(of: $0), collation: $0.collation)
    }
  }

  /// Returns a condition, as SQL, that one of the rows has these values. A NULL is not searched
  /// for.
  func contain(_ values: [String]) -> String {
    guard columns.count == values.count else { return "0" }
    let names = columns.map(\.quotedIdentifier)
    if comparisons.count == columns.count {
      // The columns of a subquery have no index; `IN` sorts them once.
      let own = zip(values, comparisons).map { value, comparison in
        let stored = "(\(TypeConversion(to: comparison.type).stored(value)))"
        return comparison.collation.map { "\(stored) COLLATE \($0.quotedIdentifier)" } ?? stored
      }
      let areThere = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      return "((\(own.joined(separator: ", "))) IN (SELECT \(names.joined(separator: ", "))"
        + " FROM \(relation) WHERE \(areThere)))"
    }
    let isSame = zip(names, values).map { "orm_parent.\($0) = \($1)" }.joined(separator: " AND ")
    return "EXISTS (SELECT 1 FROM \(relation) AS orm_parent WHERE \(isSame))"
  }
}
