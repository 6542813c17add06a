import ORMCore

/// The rows that a reference is to.
struct ReferencedRows {
  /// A table, or a query in parentheses.
  let relation: String
  /// The columns there.
  let columns: [String]
  /// What SQLite makes of a value before it compares it with each column's; empty if the columns
  /// are those of a table, for which SQLite does so anyway.
  let comparisons: [Comparison]

  /// How a column compares: as its type and its collation do.
  struct Comparison {
    let type: TableMeaning.TypeMeaning
    let collation: String?
  }

  /// The rows of a table as they are.
  init(of table: String, _ columns: [String]) {
    relation = "main.\(table.quotedIdentifier)"
    self.columns = columns
    comparisons = []
  }

  /// The rows of a table as they will be.
  init(_ rows: ConvertedRows, _ columns: [String]) {
    relation = rows.sql
    self.columns = columns
    let change = rows.change
    comparisons = columns.compactMap { change.final.column($0) }.map {
      Comparison(type: change.type(of: $0), collation: $0.collation)
    }
  }

  /// Whether one of them has these values, as SQL. A value that is NULL is not looked for.
  func contain(_ values: [String]) -> String {
    guard columns.count == values.count else { return "0" }
    let names = columns.map(\.quotedIdentifier)
    if comparisons.count == columns.count {
      // The columns of a query are found by no index: they are sorted once.
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
