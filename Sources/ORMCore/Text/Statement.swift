/// The SQL of a statement and the arguments of its parameters, in order.
///
/// ```swift
/// try Album.where { $0.title == "Promise" }.statement()
/// // SELECT "id", "title", "date" FROM "album" WHERE "title" = $1
/// // ["Promise"]
/// ```
public struct Statement: Sendable, Hashable {
  /// The SQL. Its parameters are `$1` to `$1000`; later parameters are `?1001` and so on.
  public var sql: String
  /// The values of `$1` to `$n`.
  public var arguments: [SQLValue]

  /// Creates a statement with this SQL, which must have as many parameters as there are arguments.
  public init(sql: String, arguments: [SQLValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }
}

@_documentation(visibility: internal)
extension Statement {
  /// Whether the SQL and the arguments are equal, byte for byte.
  public static func == (left: Statement, right: Statement) -> Bool {
    left.sql.hasSameBytes(as: right.sql) && left.arguments == right.arguments
  }
}

@_documentation(visibility: internal)
extension Statement: CustomStringConvertible {
  /// The SQL, followed by a line with the arguments as SQL literals: `-- 'Promise', NULL`.
  public var description: String {
    if arguments.isEmpty { return sql }
    return sql + "\n-- " + arguments.map(\.literal).joined(separator: ", ")
  }
}
