import ORMCore

extension Schema {
  /// The statements that create the schema: tables, virtual tables, indexes, views, triggers.
  ///
  /// Objects that could not be read come last, verbatim.
  public var statements: [String] {
    tables.map(\.sql) + virtualTables.map(\.sql) + indexes.map(\.sql) + views.map(\.sql)
      + triggers.map(\.sql) + unreadable.map(\.sql)
  }
}

@_documentation(visibility: internal)
extension Schema: CustomStringConvertible {
  /// The statements that create the schema, one on each line.
  public var description: String { statements.map { $0 + ";" }.joined(separator: "\n") }
}

extension Schema.Index {
  /// The `CREATE INDEX` statement.
  public var sql: String {
    let start = isUnique ? "CREATE UNIQUE INDEX" : "CREATE INDEX"
    let sql = "\(start) \(name.quotedIdentifier) ON \(table.quotedIdentifier) (\(columns.sql))"
    return condition.map { "\(sql) WHERE \($0)" } ?? sql
  }
}

extension Schema.View {
  /// The `CREATE VIEW` statement.
  public var sql: String {
    let list = columns.isEmpty ? "" : " (\(columns.quotedList))"
    return "CREATE VIEW \(name.quotedIdentifier)\(list) AS \(query)"
  }
}

extension Schema.Trigger {
  /// The `CREATE TRIGGER` statement.
  public var sql: String {
    let list = columns.isEmpty ? "" : " OF \(columns.quotedList)"
    let head = "\(timing.rawValue) \(event.rawValue)\(list) ON \(table.quotedIdentifier)"
    return "CREATE TRIGGER \(name.quotedIdentifier) \(head) \(action)"
  }
}

extension Schema.VirtualTable {
  /// The `CREATE VIRTUAL TABLE` statement.
  public var sql: String {
    let list = arguments.isEmpty ? "" : " (\(arguments.joined(separator: ", ")))"
    return "CREATE VIRTUAL TABLE \(name.quotedIdentifier) USING \(module.quotedIdentifier)\(list)"
  }

  /// The module with its arguments, as in the `moduleSQL` of a `VirtualTable` struct.
  var moduleSQL: String {
    let isPlain = module.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0)
    }
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    return (isPlain && !module.isEmpty ? module : module.quotedIdentifier) + list
  }
}
