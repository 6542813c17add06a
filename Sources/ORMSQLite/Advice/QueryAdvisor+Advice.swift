import ORMCore

// Advice that would make a statement fast.
extension QueryAdvisor {
  /// The relation that would fetch the rows of all parents with one statement, if the schema
  /// contains a reference for it.
  func relation(insteadOf sql: String) throws -> String? {
    let tables = ComparedColumns(sql).tables
    guard let table = tables.first(where: { $0.isOutermost && !$0.parameterColumns.isEmpty }) else {
      return nil
    }
    let reader = SchemaReader { try self.connection.values(of: $0) }
    let columns = table.parameterColumns
    let many = try reader.references(fromTable: table.name).filter {
      $0.columns.allSatisfy(columns.contains(name:))
    }
    if let reference = many.first {
      return "declare a ToMany of \(reference.child.quotedIdentifier) in"
        + " \(reference.parent.quotedIdentifier) (by \(reference.columns.identifierList)): a select"
        + " with it, or load, fetches the rows of all parents in one statement"
    }
    let ones = try reader.references(toTable: table.name).filter { reference in
      reference.parentColumns.count == columns.count
        && columns.allSatisfy(reference.parentColumns.contains(name:))
    }
    if ones.isEmpty { return nil }
    let owners = ones.prefix(3).map { reference in
      "\(reference.child.quotedIdentifier) (by \(reference.columns.identifierList))"
    }
    return "declare a ToOne or ToOptional of \(table.name.quotedIdentifier) in"
      + " \(owners.joined(separator: " or ")): a select with it joins the table, in one statement"
  }

  /// The index that would make a statement find rows of a table, if its SQL shows the columns.
  func index(for table: ComparedColumns.Table?) throws -> String? {
    guard let table, !table.columns.isEmpty,
      connection.hasTable(table.name), try !isFound(in: table.name, by: table.columns)
    else { return nil }
    return Self.index(on: table.columns, of: table.name)
  }

  /// Whether an index finds rows by these columns.
  func isFound(in table: String, by columns: [String]) throws -> Bool {
    let condition = columns.map { "\($0.quotedIdentifier) = $1" }.joined(separator: " AND ")
    let plan = try connection.texts(
      "EXPLAIN QUERY PLAN SELECT 1 FROM \(table.quotedIdentifier) WHERE \(condition)")
    return !plan.contains { $0[3].starts(withBytes: "SCAN ") }
  }

  static func index(on columns: [String], of table: String) -> String {
    let names = columns.identifierList
    return columns.count == 1
      ? "add @Column(index: true) to \(names) of \(table.quotedIdentifier)"
      : "add an #Index of \(names) to \(table.quotedIdentifier)"
  }
}
