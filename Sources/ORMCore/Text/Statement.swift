/// The text of a statement and the arguments of its parameters, in order.
///
/// ```swift
/// try Album.where { $0.title == "Promise" }.statement()
/// // SELECT "id", "title", "date" FROM "album" WHERE "title" = $1
/// // ["Promise"]
/// ```
public struct Statement: Sendable, Hashable {
  /// The text; its parameters are `$1` to `$n`, those behind the thousandth `?1001` and so on.
  public var sql: String
  /// The values of `$1` to `$n`.
  public var arguments: [SQLValue]

  /// A statement of this text, which has as many parameters as there are arguments.
  public init(sql: String, arguments: [SQLValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }
}

@_documentation(visibility: internal)
extension Statement {
  /// Whether texts and arguments are the same, byte for byte.
  public static func == (left: Statement, right: Statement) -> Bool {
    left.sql.hasSameBytes(as: right.sql) && left.arguments == right.arguments
  }
}

@_documentation(visibility: internal)
extension Statement: CustomStringConvertible {
  /// The text, and below it the arguments as SQL literals: `-- 'Promise', NULL`.
  public var description: String {
    if arguments.isEmpty { return sql }
    return sql + "\n-- " + arguments.map(\.literal).joined(separator: ", ")
  }
}
